import { visibleName } from "../../photos/file-name.ts";

/** Characters. */
const longestName = 60;

/** Per member. */
export const mostPresets = 50;

/** Messages beside the field. */
export const nameProblems = {
  empty: "Please enter a name.",
  "too-long": `Please use at most ${longestName} characters.`,
  taken: "Another of your presets has this name. Please choose a different one.",
} as const;

export type NameProblem = keyof typeof nameProblems;

/** One line, visible characters, Unicode NFC. */
export const presetName = (requested: string): string => visibleName(requested).normalize("NFC");

/** Checks the name alone, not its uniqueness. */
export function problemWithName(name: string): Exclude<NameProblem, "taken"> | null {
  if (!name) return "empty";
  return [...name].length > longestName ? "too-long" : null;
}
