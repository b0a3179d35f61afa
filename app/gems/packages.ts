/**
 * The packages that members can buy (docs/product/specification.md, "Buy Gems"). Prices are whole naira; buyers are
 * always charged in naira.
 */
export type PackageId = "starter" | "popular" | "pro";

export type PackageFeature = "Email support" | "Priority support" | "Batch processing" | "Custom presets";

export interface GemPackage {
  id: PackageId;
  name: string;
  gems: number;
  /** In naira. */
  price: number;
  badge: string | null;
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
    features: ["Priority support", "Batch processing", "Custom presets"],
  },
];

/** The packages with this feature, as a sentence names them: "Popular or Pro". */
export const packagesWith = (feature: PackageFeature): string =>
  packages
    .filter(({ features }) => features.includes(feature))
    .map(({ name }) => name)
    .join(" or ");

/**
 * Naira shown as one dollar (docs/product/specification.md, "Constants and limits"). For display only: nobody is
 * charged in dollars.
 */
export const nairaPerDollar = 1400;

/** The price as the payment provider takes it: 1 naira is 100 kobo. */
export const priceInKobo = ({ price }: GemPackage): number => price * 100;

/** What one gem of the package costs, in naira. */
export const pricePerGem = ({ price, gems }: GemPackage): number => price / gems;

/** For example "₦1,000"; no decimals where there are none to show. */
export const inNaira = (naira: number): string => `₦${naira.toLocaleString("en-US", { maximumFractionDigits: 2 })}`;

/** The same amount in dollars with two decimals, for example "$0.71". */
export const inDollars = (naira: number): string => `$${(naira / nairaPerDollar).toFixed(2)}`;
