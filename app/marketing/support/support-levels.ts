import { type PackageFeature, packagesWith } from "../../gems/packages.ts";

export type SupportLevel = "email" | "priority";

interface LevelOfSupport {
  name: PackageFeature;
  answerHours: number;
  who: string;
}

/** Response hours (docs/product/decisions.md, "Gems and payments"). */
export const supportLevels: Record<SupportLevel, LevelOfSupport> = {
  email: { name: "Email support", answerHours: 48, who: "everyone" },
  priority: {
    name: "Priority support",
    answerHours: 24,
    who: `anyone who has bought ${packagesWith("Priority support")}`,
  },
};
