/** https://ai.google.dev/gemini-api/docs/image-generation#aspect_ratios without 1:8 and 8:1, beyond our 5:1 limit. */
const ratios = ["1:1", "2:3", "3:2", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9", "1:4", "4:1"] as const;

export type AspectRatio = (typeof ratios)[number];

export function nearestAspectRatio({ width, height }: { width: number; height: number }): AspectRatio {
  const distance = (ratio: AspectRatio) => Math.abs(Math.log(width / height / valueOf(ratio)));
  return ratios.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}

function valueOf(ratio: AspectRatio): number {
  const [across = 1, down = 1] = ratio.split(":").map(Number);
  return across / down;
}
