import { createHash, timingSafeEqual } from "node:crypto";
import { noSuchUser, notAdmin, notServed, validationFailed } from "./gotrue-errors.server.ts";
import type { IdentityContext } from "./identity-context.server.ts";
import { userBody } from "./users.server.ts";

/** GET and DELETE /admin/users/<id>. @throws GotrueError `not_admin`, `validation_failed`, `user_not_found` */
export async function administerUser(context: IdentityContext, request: Request, id: string): Promise<object> {
  const key = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  if (!timingSafeEqual(digest(key), digest(context.adminKey))) throw notAdmin();
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw validationFailed("user_id must be an UUID");
  const users = context.database;
  switch (request.method) {
    case "GET": {
      const user = await users.selectFrom("auth.users").selectAll().where("id", "=", id).executeTakeFirst();
      if (!user) throw noSuchUser();
      return userBody(user);
    }
    case "DELETE": {
      const deleted = await users.deleteFrom("auth.users").where("id", "=", id).returning("id").executeTakeFirst();
      if (!deleted) throw noSuchUser();
      return {};
    }
    default:
      throw notServed();
  }
}

const digest = (text: string) => createHash("sha256").update(text).digest();
