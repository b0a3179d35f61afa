import { deletePicture } from "./delete-picture.server.ts";
import { refuse, apiAction, methodNotAllowed } from "../../account/member-action.server.ts";
import { photoParts } from "../photo-parts.ts";
import type { Route } from "./+types/delete.route";

/**
 * `DELETE /api/images/{publicId}` (docs/product/specification.md, "HTTP API"): 409 while a transformation runs on it.
 */
export const action = apiAction(
  { method: "DELETE", limit: "changeByMember" },
  async ({ params, context }: Route.ActionArgs, member) => {
    const deleted = await deletePicture(photoParts(context), member.id, params["*"]);
    if (deleted.ok) return Response.json({ result: "ok" });
    return deleted.problem === "in-work"
      ? refuse(409, "This picture is being worked on. Please try again when that is done.")
      : refuse(404, "Not found");
  },
);

export const loader = () => methodNotAllowed("DELETE");
