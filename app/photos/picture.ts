import { pictureWidths } from "./photo-host.ts";

/** What a page needs to show a stored picture without the layout moving. */
export interface Picture {
  /** The picture at 640 px, for browsers without srcset. */
  src: string;
  /** The picture at 320 px, for those who save data. */
  smallest: string;
  srcSet: string;
  /** Of the whole picture, px. */
  width: number;
  height: number;
  /** A 16 px WebP as a data URI. */
  placeholder: string;
  /** Shows what is behind it: a cut-out. */
  transparent: boolean;
}

interface PhotoRow {
  id: string;
  width: number;
  height: number;
  placeholder: string;
  /** PNG is only what has a clear part: everything else is kept as JPEG. */
  mime_type: string | null;
}

/**
 * The picture in the fixed sizes its host derives, none wider than the first that holds all of it. `folder` is where
 * these have their addresses: unless told otherwise, where their owner alone gets them.
 */
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
