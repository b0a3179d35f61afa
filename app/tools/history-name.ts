import type { Recipe } from "../transformations/image-generator.ts";
import type { Answers, Tool } from "./tool.ts";

export const answersOf = (recipe: Recipe): Answers =>
  Object.fromEntries(
    Object.entries(recipe).flatMap(([name, value]) => (name === "tool" ? [] : [[name, String(value)]])),
  );

/** docs/product/specification.md, "Names in the history". */
export const historyName = (tool: Tool, photoName: string, recipe: Recipe): string =>
  `${photoName}${tool.nameSuffix?.(answersOf(recipe)) ?? ""}`;
