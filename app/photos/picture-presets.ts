import { pictureWidths, type PictureFormat, type PictureWidth } from "./photo-host.ts";

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
