import { Fragment } from "react";
import { BrandLogo } from "../../ui/brand-mark.tsx";
import { Icon } from "../../ui/icon.tsx";

const sections = [
  { href: "/#home", label: "Home" },
  { href: "/#how-it-works", label: "How It Works" },
  { href: "/#pricing", label: "Pricing" },
];

interface VisitorNavigationProps {
  anchors: boolean;
  /** True if the identity server did not answer; hides "Login", because the visitor may be a member. */
  unknown?: boolean;
}

export function VisitorNavigation({ anchors, unknown = false }: VisitorNavigationProps) {
  if (unknown) return <BrandBar />;
  return (
    <header className="relative z-5 bg-bg pb-px print:hidden">
      <div className="mx-auto flex min-h-[4rem] w-full max-w-page flex-wrap items-center gap-x-2 px-gutter">
        <a className="mr-auto inline-flex min-h-tap items-center text-ink" href="/">
          <BrandLogo />
        </a>{" "}
        <nav className="hidden items-center gap-1 bar:flex" aria-label="Main">
          {anchors ? (
            <SectionLinks className="inline-flex min-h-tap items-center rounded-md px-3 font-medium text-ink no-underline hover:bg-fill" />
          ) : null}
          <a
            className="inline-flex min-h-tap items-center rounded-md px-3 font-medium text-ink no-underline hover:bg-fill"
            href="/login"
          >
            Login
          </a>{" "}
          <a className="btn-sm btn-primary" href="/register">
            Get Started
          </a>
        </nav>{" "}
        <details className="relative bar:hidden" data-menu>
          <summary className="grid min-h-tap min-w-tap place-items-center rounded-md hover:bg-fill" aria-label="Menu">
            <Icon name="menu" />
          </summary>
          <nav className="menu-panel" aria-label="Menu">
            {anchors ? (
              <>
                <SectionLinks className={undefined} />
                <hr />
              </>
            ) : null}
            <a href="/login">Login</a> <a href="/register">Get Started</a>
          </nav>
        </details>
      </div>
    </header>
  );
}

function BrandBar() {
  return (
    <header className="relative z-5 bg-bg pb-px print:hidden">
      <div className="mx-auto flex min-h-[4rem] w-full max-w-page flex-wrap items-center gap-x-2 px-gutter">
        <a className="mr-auto inline-flex min-h-tap items-center text-ink" href="/">
          <BrandLogo />
        </a>
      </div>
    </header>
  );
}

/** Anchors of the landing page. The spaces are for text browsers, here and in all rows of links. */
export function SectionLinks({ className }: { className: string | undefined }) {
  return sections.map(({ href, label }) => (
    <Fragment key={href}>
      <a className={className} href={href}>
        {label}
      </a>{" "}
    </Fragment>
  ));
}
