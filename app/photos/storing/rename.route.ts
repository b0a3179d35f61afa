import { z } from "zod";
import { readSmallText } from "../../server/http/bodies/read-form.server.ts";
import { visibleName } from "../file-name.ts";
import { ownPhoto } from "../own-photo.server.ts";
import { photoIdOf, renamePicture } from "./rename-picture.server.ts";
import { refuse, apiAction, methodNotAllowed } from "../../account/member-action.server.ts";
import { photoParts } from "../photo-parts.ts";
import type { Route } from "./+types/rename.route";

const longestFileName = 120;

const renaming = z.object({ publicId: z.string().max(300), newPublicId: z.string().max(300) });

/** `POST /api/images/rename` (docs/product/specification.md, "HTTP API"): JSON `{ publicId, newPublicId }`. */
export const action = apiAction(
  { method: "POST", limit: "changeByMember" },
  async ({ request, context }: Route.ActionArgs, member) => {
    const parts = photoParts(context);
    const text = await readSmallText(request).catch((error: unknown) => error);
    if (text instanceof Response) return refuse(text.status, text.statusText);
    const body = renaming.safeParse(parsed(String(text)));
    if (!body.success) return refuse(400, "Expected JSON with publicId and newPublicId");
    const { publicId, newPublicId } = body.data;
    const photoId = photoIdOf(publicId);
    const photo = photoId && (await ownPhoto(parts.database, member.id, photoId));
    if (!photo || ![photo.public_id, photo.renaming_to].includes(publicId)) return refuse(404, "Not found");
    const [folder, last = "", ...rest] = newPublicId.split("/");
    const name = visibleName(last);
    const isName = /[\p{L}\p{N}]/u.test(name) && !/[<>]/.test(name) && name.length <= longestFileName;
    if (folder !== photo.id || rest.length || !isName) {
      parts.log.warn({ photo: photo.id }, "refused a new public id");
      const details = `A name has a letter or a digit, no < or >, and at most ${longestFileName} characters.`;
      return refuse(422, "The new publicId must be <same folder>/<new name>", {}, details);
    }
    const renamed = await renamePicture(parts, member.id, photo.id, name);
    if (!renamed.ok) return refuse(404, "Not found");
    return Response.json({ url: `/images/${photo.id}/full`, publicId: renamed.publicId });
  },
);

export const loader = () => methodNotAllowed("POST");

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
