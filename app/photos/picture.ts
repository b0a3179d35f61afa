import { pictureWidths } from "./photo-host.ts";

/** What a page needs to show a stored picture without the layout moving. */
export interface Picture {
  /** The picture at 640 px, for browsers without srcset. */
  src: string;
  srcSet: string;
  /** Of the whole picture, px. */
  width: number;
  height: number;
  /** A 16 px WebP as a data URI. */
  placeholder: string;
}

interface PhotoRow {
  id: string;
  width: number;
  height: number;
  placeholder: string;
}

/** The picture in the fixed sizes its host derives, none wider than the first that holds all of it. */
export function pictureOf({ id, width, height, placeholder }: PhotoRow): Picture {
  const whole = pictureWidths.findIndex((candidate) => candidate >= width);
  const widths = whole === -1 ? pictureWidths : pictureWidths.slice(0, whole + 1);
  return {
    src: `/images/${id}/640.webp`,
    srcSet: widths.map((candidate) => `/images/${id}/${candidate}.webp ${Math.min(candidate, width)}w`).join(", "),
    width,
    height,
    placeholder,
  };
}
