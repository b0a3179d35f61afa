import { createCookie, createContext, type MiddlewareFunction } from "react-router";
import { z } from "zod";
import type { Toast } from "../../ui/toasts/toast.tsx";
import { siteContext } from "./site.ts";

const toastsSchema = z
  .array(
    z.object({
      id: z.string(),
      kind: z.enum(["success", "error"]),
      title: z.string(),
      text: z.string(),
      gems: z.int().optional(),
    }),
  )
  .max(3);

export interface Flash {
  shown: Toast[];
  leave: (toast: Omit<Toast, "id">) => void;
  left: Toast[];
}
export const flashContext = createContext<Flash>();

/** One-time messages in a signed cookie; only a page or its data request clears it. */
export const flash: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { sessionSecret, appUrl } = context.get(siteContext);
  const cookie = createCookie("flash", {
    secrets: [sessionSecret],
    httpOnly: true,
    sameSite: "lax",
    secure: appUrl.startsWith("https:"),
    path: "/",
    maxAge: 300,
  });
  const waiting = toastsSchema.safeParse(await cookie.parse(request.headers.get("Cookie")));
  const shown = waiting.success ? waiting.data : [];
  const left: Toast[] = [];
  let read = false;
  context.set(flashContext, {
    get shown() {
      read = true;
      return shown;
    },
    leave: (toast) => void left.push({ ...toast, id: crypto.randomUUID().slice(0, 8) }),
    left,
  });
  const response = await next();
  if (left.length) response.headers.append("Set-Cookie", await cookie.serialize(left));
  else if (read && shown.length && !isRedirect(response)) {
    response.headers.append("Set-Cookie", await cookie.serialize("", { maxAge: 0 }));
  }
  return response;
};

/** React Router's single fetch sends redirects with 202 and a body. */
const isRedirect = (response: Response) => response.status === 202 || (response.status >= 300 && response.status < 400);
