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
