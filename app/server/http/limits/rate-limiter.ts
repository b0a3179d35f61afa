import { createContext } from "react-router";
import type { RateLimitName } from "./limits.ts";

export type RateLimitSubjects = Partial<Record<RateLimitName, string>>;

export interface RateLimiter {
  /** Returns seconds to wait, 0 when allowed. Stores subjects as keyed hashes only. */
  take(subjects: RateLimitSubjects): Promise<number>;
  giveBack(subjects: RateLimitSubjects): Promise<void>;
}

export const rateLimiterContext = createContext<RateLimiter>();
