import type { Recipe } from "../../transformations/image-generator.ts";
import { customColours } from "../background-engine/backdrops.ts";
import { toolRules } from "../catalogue.server.ts";
import type { ToolId } from "../tool-list.ts";

export type FieldsReading = { ok: true; recipe: Recipe } | { ok: false; details: string };

const frame = ["image", "userId", "prompt"];

/** Reads `POST /api/generate-image-gemini`. */
export const readImageFields = (fields: FormData): FieldsReading =>
  recipeOf("surprise-me", fields, {}, { prompt: "wishes" });

/** Reads `POST /api/generate-pixel-art` by `transformationType`. */
export function readPixelArtFields(fields: FormData): FieldsReading {
  switch (fields.get("transformationType")) {
    case "ai-art-style":
      return recipeOf("art-style", fields, { intensity: "100" }, artFields);
    case "background-engine":
      return recipeOf("background-engine", fields, { edges: "50", ...coloursFor(fields) }, backgroundFields);
    default:
      return { ok: false, details: 'transformationType: "ai-art-style" or "background-engine"' };
  }
}

/** Maps specification fields to questions (docs/product/specification.md, "HTTP API"). */
const artFields = { transformationType: null, artStyle: "style", intensity: "intensity", prompt: "wishes" };
const backgroundFields = {
  transformationType: null,
  backgroundMode: "mode",
  edgeSmoothness: "edges",
  replaceOption: "replacement",
  selectedStudioBackdrop: "backdrop",
  customStudioColor: "colour",
  selectedGradientBackdrop: "gradient",
  customGradientColor1: "colour1",
  customGradientColor2: "colour2",
  artStyle: "style",
  prompt: "wishes",
};

function coloursFor(fields: FormData): Record<string, string> {
  if (fields.get("backgroundMode") !== "replace") return {};
  if (fields.get("selectedStudioBackdrop") === "custom") return { colour: customColours.backdrop };
  const [colour1, colour2] = customColours.gradient;
  return fields.get("selectedGradientBackdrop") === "custom" ? { colour1, colour2 } : {};
}

function recipeOf(
  tool: ToolId,
  fields: FormData,
  presets: Record<string, string>,
  names: Record<string, string | null>,
): FieldsReading {
  const unknown = [...fields.keys()].filter((name) => !frame.includes(name) && !Object.hasOwn(names, name));
  if (unknown.length) return { ok: false, details: `There is no field ${unknown[0]}.` };
  const answers: Record<string, string> = { tool, ...presets };
  for (const [field, name] of Object.entries(names)) {
    const value = fields.get(field);
    // Forms send empty fields too.
    if (name !== null && typeof value === "string" && value.trim() !== "") answers[name] = value;
  }
  const recipe = toolRules[tool].recipe.safeParse(answers);
  if (recipe.success) return { ok: true, recipe: recipe.data };
  const fieldOf = (path: PropertyKey | undefined) =>
    Object.entries(names).find(([, name]) => name === path)?.[0] ?? String(path ?? "fields");
  return {
    ok: false,
    details: recipe.error.issues.map(({ path, message }) => `${fieldOf(path[0])}: ${message}`).join("; "),
  };
}
