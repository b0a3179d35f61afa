import { expect, test } from "vitest";
import { tools } from "./catalogue.ts";
import { historyName } from "./history-name.ts";

test.each([
  [{ tool: "art-style", style: "oil-painting", intensity: 80 }, "Ada - Oil Painting (80%)"],
  [{ tool: "background-engine", mode: "remove", edges: 50 }, "Ada - Remove Background"],
  [{ tool: "background-engine", mode: "blur", edges: 50 }, "Ada - Background Blur"],
  [{ tool: "background-engine", mode: "stylize", style: "ghibli", edges: 50 }, "Ada - Stylize: Ghibli"],
  [
    { tool: "background-engine", mode: "replace", replacement: "studio-backdrop", backdrop: "light-grey", edges: 0 },
    "Ada - Studio: Light Grey",
  ],
  [
    { tool: "background-engine", mode: "replace", replacement: "gradient-backdrop", gradient: "dual-tone", edges: 0 },
    "Ada - Gradient: Dual Tone",
  ],
  [{ tool: "surprise-me" }, "Ada"],
  [{ tool: "id-photo", document: "uk-passport", changes: "crop" }, "Ada - United Kingdom passport"],
  [{ tool: "portrait-studio", background: "maintain" }, "Ada"],
] as const)("names the change in the history: %o", (recipe, name) => {
  expect(historyName(tools[recipe.tool], "Ada", recipe)).toBe(name);
});
