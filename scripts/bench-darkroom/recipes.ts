import { artStyles, stylizeStyles } from "../../app/tools/art-style/art-styles.ts";
import { backdrops, gradients } from "../../app/tools/background-engine/backdrops.ts";
import { cameraAngles } from "../../app/tools/portrait-studio/portrait-options.ts";
import { scenes } from "../../app/tools/portrait-studio/scenes.ts";
import type { ArtStyleRecipe, BackgroundRecipe, PortraitRecipe, ToolRecipe } from "../../app/tools/recipe.ts";
import type { Recipe } from "../../app/transformations/image-generator.ts";

interface NamedRecipe {
  name: string;
  recipe: Recipe;
}

/** One recipe for each piece of code of its own; colours of one kind cost the same, `everyRecipe` has them all. */
export function benchRecipes(): NamedRecipe[] {
  const cheap = new Set(["background: white", "background: blue-purple"]);
  return everyRecipe().filter(({ name, sort }) => sort !== "colour" || cheap.has(name));
}

/** Every tool with every option of it set once. */
export function everyRecipe(): (NamedRecipe & { sort: "code" | "colour" })[] {
  const named = (name: string, recipe: ToolRecipe, sort: "code" | "colour" = "code") => ({
    name,
    recipe: { ...recipe } satisfies Recipe,
    sort,
  });
  const background = (options: DistributiveOmit<BackgroundRecipe, "tool" | "edges">): BackgroundRecipe => ({
    tool: "background-engine",
    edges: 50,
    ...options,
  });
  const style = (id: ArtStyleRecipe["style"]): ArtStyleRecipe => ({ tool: "art-style", style: id, intensity: 100 });
  const person = { attire: "maintain", gender: "female", pose: "maintain", angle: "maintain" } as const;
  const portrait = (options: DistributiveOmit<PortraitRecipe, "tool" | keyof typeof person>): PortraitRecipe => ({
    tool: "portrait-studio",
    ...person,
    ...options,
  });
  return [
    named("surprise me", { tool: "surprise-me" }),
    ...artStyles.map(({ id }) => named(`art style: ${id}`, style(id))),
    named("background: remove", background({ mode: "remove" })),
    named("background: blur", background({ mode: "blur" })),
    ...stylizeStyles.map(({ id }) => named(`background: ${id}`, background({ mode: "stylize", style: id }))),
    ...backdrops.map(({ id }) =>
      named(
        `background: ${id}`,
        background({ mode: "replace", replacement: "studio-backdrop", backdrop: id, colour: "#7a3b9e" }),
        "colour",
      ),
    ),
    ...gradients.map(({ id }) =>
      named(
        id === "custom" ? "background: custom gradient" : `background: ${id}`,
        background({
          mode: "replace",
          replacement: "gradient-backdrop",
          gradient: id,
          colour1: "#102030",
          colour2: "#e0c040",
        }),
        "colour",
      ),
    ),
    named("portrait: maintain", { ...portrait({ background: "maintain" }), attire: "formal" }),
    named("portrait: describe", portrait({ background: "describe", backgroundText: "a quiet beach at sunset" })),
    named("portrait: template", portrait({ background: "outdoor", template: "garden-paradise" })),
    ...scenes
      .filter(({ id }) => id !== "garden-paradise")
      .map(({ id, category }) => named(`portrait: ${id}`, portrait({ background: category, template: id }), "colour")),
    ...cameraAngles
      .filter(({ id }) => id !== "maintain")
      .map(({ id }) =>
        named(`portrait: ${id} angle`, {
          ...portrait({ background: "indoor", template: "modern-office" }),
          angle: id,
          ...(id === "describe" ? { angleText: "from slightly above" } : {}),
        }),
      ),
  ];
}

type DistributiveOmit<Whole, Key extends PropertyKey> = Whole extends unknown ? Omit<Whole, Key> : never;
