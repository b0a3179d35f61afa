import { type ClientLoaderFunctionArgs, Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import type { PageHandle } from "../../document.ts";
import { PageTitle } from "../page-head.tsx";
import { forceThemes, FormParts, FoundationParts } from "./foundation-parts.tsx";
import { GalleryParts, ProductParts } from "./product-parts.tsx";

export const handle: PageHandle = { hydrate: true, frame: "bare" };

const themes = ["light", "dark"] as const;

export function loader({ request }: LoaderFunctionArgs) {
  const requested = new URL(request.url).searchParams.get("theme");
  return { theme: themes.find((theme) => theme === requested) ?? null, both: requested === "both" };
}

let forced = false;

export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  if (!forced) {
    forceThemes();
    forceStates();
  }
  forced = true;
  return serverLoader<typeof loader>();
}
clientLoader.hydrate = true as const;

/** Every component in every state and theme; development only (app/routes.ts). */
export default function Parts() {
  const { theme, both } = useLoaderData<typeof loader>();
  if (both) {
    return (
      <main id="main" className="grid h-dvh grid-cols-[1fr_1fr]">
        <PageTitle>Parts in both themes</PageTitle>
        {themes.map((each) => (
          <iframe key={each} className="size-full border-0" src={`?theme=${each}`} title={each} />
        ))}
      </main>
    );
  }
  return (
    <article className="bg-bg text-ink" data-theme={theme ?? undefined}>
      <PageTitle>Parts</PageTitle>
      <div className="mx-auto w-full max-w-page px-gutter pt-6 pb-16">
        <div className="mb-8 flex flex-wrap items-center justify-between gap-3">
          <h1>Parts</h1>
          <nav className="seg" aria-label="Theme">
            {[null, ...themes, "both"].map((each) => (
              <Link key={each} to={each ? `?theme=${each}` : "?"} aria-current={each === theme ? "page" : undefined}>
                {each ?? "system"}
              </Link>
            ))}
          </nav>
        </div>
        <FoundationParts />
        <FormParts />
        <GalleryParts />
        <ProductParts />
      </div>
    </article>
  );
}

const classes = { ":hover": ".is-hover", ":focus-visible": ".is-focus", ":active": ".is-active" };

/**
 * Copies each :hover, :focus-visible and :active rule to a class, so that the parts page can show
 * these states at once.
 */
function forceStates() {
  for (const sheet of [...document.styleSheets]) {
    if (sheet.ownerNode instanceof HTMLElement) addStates(sheet);
  }
}

function addStates(sheet: CSSStyleSheet | CSSGroupingRule) {
  for (let at = sheet.cssRules.length - 1; at >= 0; at -= 1) {
    const rule = sheet.cssRules[at];
    if (rule instanceof CSSStyleRule) {
      const selector = Object.entries(classes).reduce(
        (text, [state, name]) => text.replaceAll(state, name),
        rule.selectorText,
      );
      if (selector !== rule.selectorText) sheet.insertRule(`${selector}{${rule.style.cssText}}`, at + 1);
    } else if (rule instanceof CSSGroupingRule) addStates(rule);
  }
}
