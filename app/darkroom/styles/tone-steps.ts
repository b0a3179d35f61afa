/**
 * Groups tones into `steps` flat ones with soft borders; black and white stay. `softness` is the border's width as a
 * share of a step; 1 is a smooth wave.
 */
export function toneStep(tone: number, steps: number, softness: number): number {
  const position = tone * steps;
  const step = Math.floor(position);
  const rising = (position - step - 0.5) / softness + 0.5;
  const share = rising < 0 ? 0 : rising > 1 ? 1 : rising * rising * (3 - 2 * rising);
  return (step + share) / steps;
}
