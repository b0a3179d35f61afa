import { randomBytes } from "node:crypto";
import { createContext, type MiddlewareFunction } from "react-router";
import { nonceContext, servicesContext } from "../../services.ts";

/** Set by a page that ships no React: the hash of the one stylesheet in its HTML, as CSP writes it. */
export const inlineStyleContext = createContext<string | null>(null);

/** Set by a page without React that has an inline script: its hash, as CSP writes it. */
export const inlineScriptContext = createContext<string | null>(null);

/**
 * Security headers on every answer. Hydrated pages have a nonce per request; what is inline in pages without React, one
 * stylesheet and on the landing page one script, is known by its hash (docs/decisions/0007). Pages are never stored by
 * shared caches: a stored nonce would be a known one, and most pages are somebody's own.
 */
export const securityHeaders: MiddlewareFunction<Response> = async ({ context }, next) => {
  const nonce = randomBytes(16).toString("base64");
  context.set(nonceContext, nonce);
  const { appUrl, contentSources } = context.get(servicesContext);
  const response = await next();
  const { headers } = response;
  if (headers.get("Content-Type")?.startsWith("text/html")) {
    // Vite's development client injects styles and opens a socket; what is built needs neither.
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
  if (appUrl.startsWith("https:")) headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  return response;
};

/** Origins beside our own that the adapters in use need: picture hosts to show, payment pages to post on to. */
export interface ContentSources {
  images: readonly string[];
  formTargets: readonly string[];
}

/** The source lists of what a page runs and is styled with. */
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
