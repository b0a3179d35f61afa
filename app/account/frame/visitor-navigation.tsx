import { BrandLogo } from "../../ui/brand-mark.tsx";
import { Icon } from "../../ui/icon.tsx";

const sections = [
  { href: "/#home", label: "Home" },
  { href: "/#how-it-works", label: "How It Works" },
  { href: "/#pricing", label: "Pricing" },
];

interface VisitorNavigationProps {
  anchors: boolean;
  /** The identity server did not answer; hides "Login" from a possible member. */
  unknown?: boolean;
}

export function VisitorNavigation({ anchors, unknown = false }: VisitorNavigationProps) {
  if (unknown) return <BrandBar />;
  return (
    <header className="bar bar-plain">
      <div className="wrap bar-in">
        <a className="logo" href="/">
          <BrandLogo />
        </a>
        <nav className="bar-links" aria-label="Main">
          {anchors ? <SectionLinks className="nav-link" /> : null}
          <a className="nav-link" href="/login">
            Login
          </a>
          <a className="btn btn-primary btn-sm" href="/register">
            Get Started
          </a>
        </nav>
        <details className="menu menu-small" data-menu>
          <summary aria-label="Menu">
            <Icon name="menu" />
          </summary>
          <nav className="menu-panel" aria-label="Menu">
            {anchors ? (
              <>
                <SectionLinks className={undefined} />
                <hr />
              </>
            ) : null}
            <a href="/login">Login</a>
            <a href="/register">Get Started</a>
          </nav>
        </details>
      </div>
    </header>
  );
}

function BrandBar() {
  return (
    <header className="bar bar-plain">
      <div className="wrap bar-in">
        <a className="logo" href="/">
          <BrandLogo />
        </a>
      </div>
    </header>
  );
}

function SectionLinks({ className }: { className: string | undefined }) {
  return sections.map(({ href, label }) => (
    <a key={href} className={className} href={href}>
      {label}
    </a>
  ));
}
