import type { RouterContextProvider } from "react-router";
import { databaseContext } from "../server/database/database.ts";
import { logContext } from "../server/observability/observation.ts";
import { photoInspectionContext } from "./inspection/photo-inspection.ts";
import { photoHostContext } from "./photo-host.ts";

/** The parts that storing, renaming and deleting a photo need. */
export const photoParts = (context: Readonly<RouterContextProvider>) => ({
  database: context.get(databaseContext),
  photoHost: context.get(photoHostContext),
  photoInspection: context.get(photoInspectionContext),
  log: context.get(logContext),
});

export type PhotoParts = ReturnType<typeof photoParts>;
