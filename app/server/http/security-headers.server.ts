import { randomBytes } from "node:crypto";
import { createContext, type MiddlewareFunction } from "react-router";
import { type ContentSources, siteContext } from "./site.ts";

export const nonceContext = createContext<string>();

/** CSP hash of the one stylesheet that a page without React inlines. */
export const inlineStyleContext = createContext<string | null>(null);

export const transportSecurity = "max-age=31536000; includeSubDomains";

export const inlineScriptContext = createContext<string | null>(null);

/** Uses nonces on hydrated pages, hashes on others (decision 7). */
export const securityHeaders: MiddlewareFunction<Response> = async ({ context }, next) => {
  const nonce = randomBytes(16).toString("base64");
  context.set(nonceContext, nonce);
  const { appUrl, contentSources } = context.get(siteContext);
  const response = await next();
  const { headers } = response;
  if (headers.get("Content-Type")?.startsWith("text/html")) {
    // Vite's development client injects styles and opens a socket.
    if (import.meta.env.PROD) {
      const inline = { style: context.get(inlineStyleContext), script: context.get(inlineScriptContext) };
      const trusted = trustedSources(inline, nonce);
      headers.set("Content-Security-Policy", contentSecurityPolicy(trusted, contentSources));
    }
  }
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  if (!headers.has("Cross-Origin-Resource-Policy")) headers.set("Cross-Origin-Resource-Policy", "same-origin");
  if (appUrl.startsWith("https:")) headers.set("Strict-Transport-Security", transportSecurity);
  return response;
};

interface TrustedSources {
  scripts: string;
  styles: string;
}

function trustedSources(inline: { style: string | null; script: string | null }, nonce: string): TrustedSources {
  return inline.style
    ? { scripts: inline.script ? `'self' ${inline.script}` : "'self'", styles: inline.style }
    : { scripts: `'nonce-${nonce}' 'strict-dynamic'`, styles: `'self' 'nonce-${nonce}'` };
}

function contentSecurityPolicy(trusted: TrustedSources, sources: ContentSources): string {
  return [
    "default-src 'none'",
    `script-src ${trusted.scripts}`,
    `style-src ${trusted.styles}`,
    ["img-src 'self' data: blob:", ...sources.images].join(" "),
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    ["form-action 'self'", ...sources.formTargets].join(" "),
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
  ].join("; ");
}
