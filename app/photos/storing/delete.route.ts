import { identitySessionContext, servicesContext } from "../../services.ts";
import { waitMessage } from "../../server/http/limits/limits.ts";
import { deletePicture } from "./delete-picture.server.ts";
import type { Route } from "./+types/delete.route";

/**
 * `DELETE /api/images/{publicId}` (docs/product/specification.md, "HTTP API"): 409 while a transformation runs on it.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  if (request.method !== "DELETE") return notAllowed();
  const services = context.get(servicesContext);
  const member = await context.get(identitySessionContext).provenMember();
  if (!member) return refuse(401, "User authentication required");
  const wait = await services.rateLimiter.take({ changeByMember: member.id });
  if (wait) return refuse(429, waitMessage(wait), { "Retry-After": String(wait) });
  const deleted = await deletePicture(services, member.id, params["*"]);
  if (deleted.ok) return Response.json({ result: "ok" });
  return deleted.problem === "in-work"
    ? refuse(409, "This picture is being worked on. Please try again when that is done.")
    : refuse(404, "Not found");
}

export function loader() {
  return notAllowed();
}

const notAllowed = () => Response.json({ error: "Method not allowed" }, { status: 405, headers: { Allow: "DELETE" } });

const refuse = (status: number, error: string, headers: Record<string, string> = {}) =>
  Response.json({ error }, { status, headers });
