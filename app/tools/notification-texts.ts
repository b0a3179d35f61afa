import type { NotificationTexts } from "../transformations/notifications/done-mail.ts";
import { type Failure, neededNothing } from "../transformations/ending/failures.ts";
import { failureText } from "./runs/failure-messages.ts";
import { isToolId, toolList, type ToolId } from "./tool-list.ts";

const nouns: Record<ToolId, string> = {
  "portrait-studio": "portrait",
  "art-style": "picture",
  "background-engine": "picture",
  "surprise-me": "photo",
  "id-photo": "ID photo",
};

/** A removed tool's result is called a photo in the gallery. */
export const notificationTexts: NotificationTexts = {
  noun: (tool) => (isToolId(tool) ? nouns[tool] : "photo"),
  path: (tool, id) => (isToolId(tool) ? `${toolList[tool].path}?job=${id}` : "/gallery"),
  failure: (tool, failure) => failureText(tool, failure as Failure),
  neededNothing,
};
