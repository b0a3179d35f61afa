/** mm, portrait. */
export const papers = [
  { id: "10x15", name: "10 × 15 cm", width: 100, height: 150 },
  { id: "a4", name: "A4", width: 210, height: 297 },
] as const;

export type Paper = (typeof papers)[number];
