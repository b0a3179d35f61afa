import { z } from "zod";

/** One of Google's codes, a word in capitals; whatever else stands in its place is left out, and so never logged. */
export const googleCode = z
  .string()
  .regex(/^[A-Z_]{1,60}$/)
  .optional()
  .catch(undefined);
