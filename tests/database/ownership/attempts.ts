import type { Attempt } from "./attempt.ts";
import { batchingAttempts } from "./batching.ts";
import { changingAttempts } from "./changing.ts";
import { draftingAttempts } from "./drafting.ts";
import { readingAttempts } from "./reading.ts";

/** Every use case and reader that takes an id, or lists what is one's own, asked by Bayo for what is Ada's. */
export const attempts: Attempt[] = [...readingAttempts, ...draftingAttempts, ...batchingAttempts, ...changingAttempts];
