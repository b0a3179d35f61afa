/** The looks of an enhanced photo. All are made with one gem; the first is the one a new result shows. */
export const looks = [
  { id: "natural", name: "Natural" },
  { id: "bright", name: "Bright" },
  { id: "vivid", name: "Vivid" },
] as const;

export type Look = (typeof looks)[number]["id"];
