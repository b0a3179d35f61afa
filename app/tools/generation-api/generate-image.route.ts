import { answerGeneration, onlyPost } from "./answer-generation.server.ts";
import { readImageFields } from "./read-fields.server.ts";
import type { Route } from "./+types/generate-image.route";

/** `POST /api/generate-image-gemini`: `prompt`, `userId`, `image` (docs/product/specification.md, "HTTP API"). */
export const action = ({ request, context }: Route.ActionArgs) =>
  answerGeneration({ request, context, read: readImageFields });

export const loader = onlyPost;
