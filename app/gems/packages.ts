/** docs/product/specification.md, "Buy Gems". Whole naira, the currency of every charge. */
export type PackageId = "starter" | "popular" | "pro";

export type PackageFeature = "Email support" | "Priority support" | "Batch processing" | "Custom presets";

export interface GemPackage {
  id: PackageId;
  name: string;
  gems: number;
  price: number;
  badge: string | null;
  /** A reason for the badge besides the price. */
  extra?: string;
  features: readonly PackageFeature[];
}

export const packages: readonly GemPackage[] = [
  { id: "starter", name: "Starter", gems: 8, price: 1000, badge: null, features: ["Email support"] },
  {
    id: "popular",
    name: "Popular",
    gems: 30,
    price: 3000,
    badge: "Most Popular",
    features: ["Priority support", "Batch processing"],
  },
  {
    id: "pro",
    name: "Pro",
    gems: 50,
    price: 5000,
    badge: "Best Value",
    extra: "+ presets",
    features: ["Priority support", "Batch processing", "Custom presets"],
  },
];

export const packagesWith = (feature: PackageFeature): string =>
  packages
    .filter(({ features }) => features.includes(feature))
    .map(({ name }) => name)
    .join(" or ");

/** Naira per displayed dollar (docs/product/specification.md, "Constants and limits"). */
export const nairaPerDollar = 1400;

/** Saving per gem compared with the smallest package, in whole percent. */
export function savedPercent(gemPackage: GemPackage): number {
  const [smallest = gemPackage] = packages;
  return Math.round((1 - pricePerGem(gemPackage) / pricePerGem(smallest)) * 100);
}

export const priceInKobo = ({ price }: GemPackage): number => price * 100;

export const pricePerGem = ({ price, gems }: GemPackage): number => price / gems;

export const inNaira = (naira: number): string => `₦${naira.toLocaleString("en-US", { maximumFractionDigits: 2 })}`;

export const inDollars = (naira: number): string => `$${(naira / nairaPerDollar).toFixed(2)}`;
