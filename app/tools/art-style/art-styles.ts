import type { Option } from "../tool.ts";

const media = (id: string) => ({ picture: `/pictures/style-${id}.webp`, width: 240, height: 180 });

const anime = { id: "anime", name: "Anime", note: "Clean lines, flat light", media: media("anime") } as const;
const cartoon = { id: "cartoon", name: "Cartoon", note: "Bold and playful", media: media("cartoon") } as const;
const ghibli = { id: "ghibli", name: "Ghibli", note: "Painted, warm and airy", media: media("ghibli") } as const;
const comic = { id: "comic", name: "Comic", note: "Ink and halftone", media: media("comic") } as const;
const watercolor = {
  id: "watercolor",
  name: "Watercolor",
  note: "Soft washes on paper",
  media: media("watercolor"),
} as const;
const oilPainting = {
  id: "oil-painting",
  name: "Oil Painting",
  note: "Thick brushwork",
  media: media("oil-painting"),
} as const;
const sketch = { id: "sketch", name: "Sketch", note: "Pencil, black and white", media: media("sketch") } as const;

/** docs/product/specification.md, "Pixel AI Art". */
export const artStyles = [anime, cartoon, comic, watercolor, oilPainting, sketch] as const satisfies readonly Option[];

/** Styles of the background engine's "stylize". */
export const stylizeStyles = [
  anime,
  ghibli,
  comic,
  watercolor,
  oilPainting,
  sketch,
] as const satisfies readonly Option[];

export type ArtStyle = (typeof artStyles)[number]["id"];
export type StylizeStyle = (typeof stylizeStyles)[number]["id"];
