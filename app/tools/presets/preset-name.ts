import { visibleName } from "../../photos/file-name.ts";

/** The longest name of a preset, in characters. */
const longestName = 60;

/** As many presets as a member may have. */
export const mostPresets = 50;

/** What stands beside the field when a name cannot be taken. */
export const nameProblems = {
  empty: "Please enter a name.",
  "too-long": `Please use at most ${longestName} characters.`,
  taken: "Another of your presets has this name. Please choose a different one.",
} as const;

export type NameProblem = keyof typeof nameProblems;

/** What a wished name is kept as: one line without what cannot be seen, in one spelling of its characters. */
export const presetName = (wished: string): string => visibleName(wished).normalize("NFC");

/** What is wrong with a name by itself. */
export function problemWithName(name: string): Exclude<NameProblem, "taken"> | null {
  if (!name) return "empty";
  return [...name].length > longestName ? "too-long" : null;
}
