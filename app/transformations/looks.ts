export const looks = [
  { id: "natural", name: "Natural" },
  { id: "bright", name: "Bright" },
  { id: "vivid", name: "Vivid" },
] as const;

export type Look = (typeof looks)[number]["id"];
