import type { ArtStyle, StylizeStyle } from "./art-styles.ts";

export const styleDescriptions: Record<ArtStyle | StylizeStyle, string> = {
  anime: "Japanese anime: clean ink lines, flat cel shading in two or three tones, clear saturated colour",
  cartoon: "a bold cartoon: thick even outlines, simple playful shapes, bright flat colours",
  ghibli:
    "a hand-painted Japanese animation film: gouache backgrounds, soft warm light, gentle airy colours, fine natural detail",
  comic: "a printed comic book: confident ink outlines, hatching, halftone dots, limited strong colours",
  watercolor: "a watercolour: transparent washes that run into each other, soft edges, white paper showing through",
  "oil-painting": "an oil painting: thick visible brushwork, rich layered colour, canvas texture",
  sketch: "a pencil drawing in black and white: graphite lines, hatched shading, white paper",
};
