import { generationAction } from "./answer-generation.server.ts";
import { readPixelArtFields } from "./read-fields.server.ts";
import { methodNotAllowed } from "../../account/member-action.server.ts";

/** `POST /api/generate-pixel-art` (docs/product/specification.md, "HTTP API"). */
export const action = generationAction(readPixelArtFields);

export const loader = () => methodNotAllowed("POST");
