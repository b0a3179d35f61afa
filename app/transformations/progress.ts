/** Percents. Generating shows 65 % (docs/product/decisions.md, "Differences from the specification"). */
export const progressAt = { held: 10, generating: 65, saving: 90, done: 100 } as const;

export type Stage = "held" | "generating" | "saving" | "done";

/** The stage a stored progress belongs to. */
export function stageAt(progress: number): Stage {
  if (progress >= progressAt.done) return "done";
  if (progress >= progressAt.saving) return "saving";
  return progress >= progressAt.generating ? "generating" : "held";
}

/** The stages in order, as the processing page lists them. */
export const stages = [
  { stage: "received", label: "Photo received" },
  { stage: "held", label: "1 gem held" },
  { stage: "generating", label: "Making your picture" },
  { stage: "saving", label: "Saving to your gallery" },
] as const;
