import { artStyle } from "../../tools/art-style/art-style.ts";
import { artStyles } from "../../tools/art-style/art-styles.ts";
import { backgroundEngine } from "../../tools/background-engine/background-engine.ts";
import { surpriseMe } from "../../tools/surprise-me/surprise-me.ts";
import type { Answers, Tool } from "../../tools/tool.ts";

export interface TryoutChoice {
  /** The preview's name (app/darkroom/previews/options.ts). */
  option: string;
  name: string;
  tool: Tool;
  answers: Answers;
}

const style = (id: (typeof artStyles)[number]["id"]): TryoutChoice => ({
  option: `style-${id}`,
  name: artStyles.find((each) => each.id === id)?.name ?? id,
  tool: artStyle,
  answers: { style: id },
});

const background = (name: string, kind: "backdrop" | "gradient", id: string): TryoutChoice => ({
  option: `${kind}-${id}`,
  name,
  tool: backgroundEngine,
  answers: { mode: "replace", replacement: `${kind === "backdrop" ? "studio" : "gradient"}-backdrop`, [kind]: id },
});

export const enhancement: TryoutChoice = {
  option: "look-natural",
  name: "Enhanced",
  tool: surpriseMe,
  answers: {},
};

export const tryoutChoices: readonly TryoutChoice[] = [
  enhancement,
  style("sketch"),
  style("watercolor"),
  style("oil-painting"),
  style("comic"),
  style("cartoon"),
  background("On white", "backdrop", "white"),
  background("On blue", "backdrop", "pastel-blue"),
  background("On orange", "gradient", "orange-pink"),
];

export const tryoutChoice = (option: string): TryoutChoice | undefined =>
  tryoutChoices.find((choice) => choice.option === option);
