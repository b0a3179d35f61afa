import { join } from "node:path";

/** The project's root folder. */
export const project = join(import.meta.dirname, "../..");
