export const pictureWidths = [320, 640, 960, 1280, 1920] as const;
export type PictureWidth = (typeof pictureWidths)[number];
export type PictureFormat = "avif" | "webp" | "jpeg";

export interface PicturePreset {
  width: PictureWidth;
  format: PictureFormat;
}

const presets: ReadonlyMap<string, PicturePreset> = new Map(
  pictureWidths.flatMap((width) =>
    (["avif", "webp", "jpeg"] as const).map((format) => [`${width}.${format}`, { width, format }] as const),
  ),
);

export const picturePreset = (name: string): PicturePreset | undefined => presets.get(name);

export interface Picture {
  src: string;
  smallest: string;
  srcSet: string;
  width: number;
  height: number;
  placeholder: string;
  transparent: boolean;
}

/** The class of a picture's width over its height (components.css), from 30 to 300 in steps of 5. */
export const ratioClass = ({ width, height }: Pick<Picture, "width" | "height">) =>
  `ratio-${Math.min(300, Math.max(30, Math.round((width / height) * 20) * 5))}`;

interface PhotoRow {
  id: string;
  width: number;
  height: number;
  placeholder: string;
  /** Results with transparency are PNG, all others JPEG. */
  mime_type: string | null;
}

export function pictureOf({ id, width, height, placeholder, mime_type }: PhotoRow, folder = `/images/${id}`): Picture {
  const whole = pictureWidths.findIndex((candidate) => candidate >= width);
  const widths = whole === -1 ? pictureWidths : pictureWidths.slice(0, whole + 1);
  return {
    src: `${folder}/640.webp`,
    smallest: `${folder}/320.webp`,
    srcSet: widths.map((candidate) => `${folder}/${candidate}.webp ${Math.min(candidate, width)}w`).join(", "),
    width,
    height,
    placeholder,
    transparent: mime_type === "image/png",
  };
}
