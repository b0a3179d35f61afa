import { answerGeneration, onlyPost } from "./answer-generation.server.ts";
import { readPixelArtFields } from "./read-fields.server.ts";
import type { Route } from "./+types/generate-pixel-art.route";

/** `POST /api/generate-pixel-art` (docs/product/specification.md, "HTTP API"). */
export const action = ({ request, context }: Route.ActionArgs) =>
  answerGeneration({ request, context, read: readPixelArtFields });

export const loader = onlyPost;
