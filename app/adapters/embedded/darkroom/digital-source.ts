import type { DigitalSourceType } from "../../../transformations/digital-source.ts";
import type { EffectName } from "./effects-by-tool.ts";

/** How each effect's pictures came about, in IPTC's words. */
export const sourceTypes: Record<EffectName, DigitalSourceType> = {
  enhance: "algorithmicallyEnhanced",
};
