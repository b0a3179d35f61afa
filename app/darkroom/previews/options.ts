import { artStyles, stylizeStyles } from "../../tools/art-style/art-styles.ts";
import { backdrops, gradients } from "../../tools/background-engine/backdrops.ts";
import { scenes } from "../../tools/portrait-studio/scenes.ts";
import type { BackgroundRecipe, PortraitRecipe, ToolRecipe } from "../../tools/recipe.ts";
import { looks } from "../../transformations/looks.ts";

const edges = 50;

const background = (options: DistributiveOmit<BackgroundRecipe, "tool" | "edges">): BackgroundRecipe => ({
  tool: "background-engine",
  edges,
  ...options,
});
const portrait = ({ id, category }: (typeof scenes)[number]): PortraitRecipe => ({
  tool: "portrait-studio",
  background: category,
  template: id,
  attire: "maintain",
  gender: "female",
  pose: "maintain",
  angle: "maintain",
});

/** Recipes by preview name; custom colours need none. */
export const previewOptions: ReadonlyMap<string, ToolRecipe> = new Map<string, ToolRecipe>([
  ...artStyles.map(({ id }) => [`style-${id}`, { tool: "art-style", style: id, intensity: 100 }] as const),
  ...looks.map(({ id }) => [`look-${id}`, { tool: "surprise-me" }] as const),
  ["background-remove", background({ mode: "remove" })],
  ["background-blur", background({ mode: "blur" })],
  ...stylizeStyles.map(({ id }) => [`background-${id}`, background({ mode: "stylize", style: id })] as const),
  ...backdrops
    .filter(({ id }) => id !== "custom")
    .map(
      ({ id }) =>
        [`backdrop-${id}`, background({ mode: "replace", replacement: "studio-backdrop", backdrop: id })] as const,
    ),
  ...gradients
    .filter(({ id }) => id !== "custom")
    .map(
      ({ id }) =>
        [`gradient-${id}`, background({ mode: "replace", replacement: "gradient-backdrop", gradient: id })] as const,
    ),
  ...scenes.map((scene) => [`scene-${scene.id}`, portrait(scene)] as const),
]);

/** Pictures of a try-out: the photo, and Surprise Me's Natural look with our mark, at most 480 px. */
export const visitorOptions: ReadonlySet<string> = new Set(["before", "after"]);

type DistributiveOmit<Whole, Key extends PropertyKey> = Whole extends unknown ? Omit<Whole, Key> : never;
