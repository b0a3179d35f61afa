import type { Recipe } from "../../../transformations/image-generator.ts";

export type EffectName = "enhance";

const effects = new Map<string, EffectName>([["surprise-me", "enhance"]]);

/** The effect that makes a tool's picture, or undefined for a tool the darkroom does not know. */
export function effectFor({ tool }: Recipe): EffectName | undefined {
  return effects.get(tool);
}
