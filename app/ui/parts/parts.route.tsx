import { useEffect } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import type { PageHandle } from "../../document.ts";
import { PageTitle } from "../page-head.tsx";
import { forceStates } from "./forced-states.ts";
import { forceThemes } from "./theme-tokens.ts";
import { FormParts } from "./form-parts.tsx";
import { FoundationParts } from "./foundation-parts.tsx";
import { GalleryParts } from "./gallery-parts.tsx";
import { ProductParts } from "./product-parts.tsx";

export const handle: PageHandle = { hydrate: true, frame: "bare" };

const themes = ["light", "dark"] as const;

export function loader({ request }: LoaderFunctionArgs) {
  const requested = new URL(request.url).searchParams.get("theme");
  return { theme: themes.find((theme) => theme === requested) ?? null, both: requested === "both" };
}

/** Every component in every state and theme; development only (app/routes.ts). */
export default function Parts() {
  const { theme, both } = useLoaderData<typeof loader>();
  useEffect(() => {
    forceThemes();
    forceStates();
  }, []);
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
