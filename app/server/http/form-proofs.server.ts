import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { createCookie } from "react-router";

const parameter = "form-proof";

interface Site {
  sessionSecret: string;
  appUrl: string;
}

/**
 * Serves Lynx, which sends neither Origin nor Sec-Fetch-Site, and no Referer from an address with a query. Its forms'
 * addresses carry a proof that other sites cannot know, because it depends on a cookie.
 */
export function formProofs({ sessionSecret, appUrl }: Site) {
  const secure = appUrl.startsWith("https:");
  const cookie = createCookie(`${secure ? "__Host-" : ""}photogem-forms`, {
    secrets: [sessionSecret],
    httpOnly: true,
    sameSite: "strict",
    secure,
    path: "/",
  });
  const nonceIn = async ({ headers }: Request): Promise<string | null> => {
    const nonce: unknown = await cookie.parse(headers.get("Cookie"));
    return typeof nonce === "string" && nonce ? nonce : null;
  };
  const proofOf = (nonce: string) =>
    createHmac("sha256", sessionSecret).update(`form proof ${nonce}`).digest("base64url");
  const isFor = ({ headers }: Request) => /^Lynx\//.test(headers.get("User-Agent") ?? "");
  return {
    isFor,

    /** True for a form that Lynx sends from one of our pages. */
    async holds(request: Request): Promise<boolean> {
      const { headers, url } = request;
      if (headers.has("Origin") || headers.has("Sec-Fetch-Site") || headers.has("Referer")) return false;
      const nonce = await nonceIn(request);
      return nonce !== null && isSame(new URL(url).searchParams.get(parameter) ?? "", proofOf(nonce));
    },

    /** Adds the proof to each form on the page that posts to this origin. */
    async inForms(request: Request, response: Response): Promise<Response> {
      const { headers } = response;
      if (!isFor(request) || !response.body || !headers.get("Content-Type")?.startsWith("text/html")) return response;
      const known = await nonceIn(request);
      const nonce = known ?? randomBytes(16).toString("base64url");
      if (!known) headers.append("Set-Cookie", await cookie.serialize(nonce));
      headers.set("Cache-Control", "no-store");
      headers.delete("Content-Length");
      return new Response(withProof(await response.text(), request.url, proofOf(nonce)), response);
    },
  };
}

function withProof(html: string, page: string, proof: string): string {
  return html.replace(/<form\b[^>]*\bmethod="post"[^>]*>/gi, (form) => {
    const action = /\baction="([^"]*)"/i.exec(form);
    const address = new URL((action?.[1] ?? "").replaceAll("&amp;", "&"), page);
    if (address.origin !== new URL(page).origin) return form;
    address.searchParams.set(parameter, proof);
    const proven = `action="${`${address.pathname}${address.search}`.replaceAll("&", "&amp;")}"`;
    return action ? form.replace(action[0], () => proven) : `${form.slice(0, -1)} ${proven}>`;
  });
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
