import type { IconName } from "../ui/icon.tsx";

/**
 * A tool, as data: everything its pages show. What only the server may know (the recipe's rules, the prompt) stands
 * beside it in `<tool>.server.ts`; `catalogue.server.ts` does not compile while one is missing.
 */
export interface Tool {
  id: string;
  /** The page's path. */
  path: `/${string}`;
  title: string;
  lede: string;
  /** What the button that spends the gem says. */
  action: string;
  /** "What happens", step by step, shown before the gem is spent. */
  whatHappens: readonly { icon: IconName; text: string }[];
  /** The processing page's heading. */
  working: string;
  /** The toast's title when it fails (spec.md, point 8). */
  failureTitle: string;
  /** The label in a download's file name (spec.md, point 9). */
  downloadLabel: "professional" | "transparent" | "enhanced" | "artistic" | "gallery-download";
  /** The link on the result that starts over. */
  again: string;
  /** How the result's caption names what was done. */
  done: string;
}
