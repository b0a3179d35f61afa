export const maxNameLength = 120;

export const renameProblems = {
  empty: "Please enter a name.",
  "too-long": `Please use at most ${maxNameLength} characters.`,
  markup: "A name cannot contain < or >.",
  taken: "Another of your transformations has this name. Please choose a different one.",
} as const;

export type RenameProblem = keyof typeof renameProblems;

export interface RefusedName {
  name: string;
  problem: RenameProblem;
  next: string;
}
