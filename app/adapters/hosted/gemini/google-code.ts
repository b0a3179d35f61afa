import { z } from "zod";

/** A word in capitals; anything else is dropped and so never logged. */
export const googleCode = z
  .string()
  .regex(/^[A-Z_]{1,60}$/)
  .optional()
  .catch(undefined);
