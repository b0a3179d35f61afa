import type { Option } from "../tool.ts";

const backdrop = <Id extends string>(id: Id, name: string, colour: `#${string}`) =>
  ({ id, name, colour, media: { swatch: [colour] } }) as const;

/** docs/product/specification.md, "Background Engine"; "custom" is a colour that the member picks. */
export const backdrops = [
  backdrop("white", "White", "#F7F7F5"),
  backdrop("light-grey", "Light Grey", "#CFD1D3"),
  backdrop("dark-grey", "Dark Grey", "#4A4D50"),
  backdrop("black", "Black", "#101112"),
  backdrop("beige", "Beige", "#DCCBB2"),
  backdrop("red", "Red", "#A92B2F"),
  backdrop("blue", "Blue", "#2C5C9E"),
  backdrop("green", "Green", "#3F7A55"),
  backdrop("pastel-pink", "Pastel Pink", "#F1CBD3"),
  backdrop("pastel-blue", "Pastel Blue", "#C3DAEE"),
  { id: "custom", name: "Custom", colour: null, media: { icon: "palette" } },
] as const satisfies readonly (Option & { colour: string | null })[];

/** From top left to bottom right, as `#RRGGBB`. */
const gradient = <Id extends string>(id: Id, name: string, colours: readonly `#${string}`[]) =>
  ({ id, name, colours, media: { swatch: colours } }) as const;

/** "custom" is two colours that the member picks. */
export const gradients = [
  gradient("light-to-dark", "Light to Dark", ["#EDEFF1", "#3A3F45"]),
  gradient("blue-purple", "Blue Purple", ["#3B82F6", "#8B5CF6"]),
  gradient("orange-pink", "Orange Pink", ["#F79A4B", "#E8648F"]),
  gradient("grey-blue", "Grey Blue", ["#A5ACB5", "#3E5C80"]),
  gradient("dual-tone", "Dual Tone", ["#17A398", "#F2C14E"]),
  { id: "custom", name: "Custom", colours: null, media: { icon: "palette" } },
] as const satisfies readonly (Option & { colours: readonly string[] | null })[];

export type BackdropId = (typeof backdrops)[number]["id"];
export type GradientId = (typeof gradients)[number]["id"];

export const customColours = { backdrop: "#FFFFFF", gradient: ["#3B82F6", "#8B5CF6"] } as const;
