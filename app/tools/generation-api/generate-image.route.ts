import { generationAction } from "./answer-generation.server.ts";
import { readImageFields } from "./read-fields.server.ts";
import { methodNotAllowed } from "../../account/member-action.server.ts";

/** `POST /api/generate-image-gemini`: `prompt`, `userId`, `image` (docs/product/specification.md, "HTTP API"). */
export const action = generationAction(readImageFields);

export const loader = () => methodNotAllowed("POST");
