import { type PackageId, packages } from "../gems/packages.ts";

export type SupportLevel = "email" | "priority";

/** What the packages' features promise (spec.md, "Packages"): within how many hours a person answers. */
export const supportLevels: Record<SupportLevel, { name: string; answerHours: number; who: string }> = {
  email: { name: "Email support", answerHours: 48, who: "everyone" },
  priority: {
    name: "Priority support",
    answerHours: 24,
    who: packagesWith("Priority support"),
  },
};

/** The level of somebody who once bought these packages and kept them. There are no tiers: once bought, it stays. */
export function supportLevelOf(bought: readonly string[]): SupportLevel {
  const features = packages
    .filter(({ id }) => bought.includes(id satisfies PackageId))
    .flatMap((each) => each.features);
  return features.includes(supportLevels.priority.name) ? "priority" : "email";
}

function packagesWith(feature: string): string {
  const names = packages.filter(({ features }) => features.includes(feature)).map(({ name }) => name);
  return `whoever once bought ${names.join(" or ")}`;
}
