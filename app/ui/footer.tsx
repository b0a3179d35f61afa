import { Fragment } from "react";
import { brand } from "../brand.ts";

export function Footer({ social = false }: { social?: boolean }) {
  return (
    <footer className="border-t pt-8 pb-10 text-sm text-ink-2 print:hidden">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center gap-x-6 gap-y-2 px-gutter">
        <p className="min-w-[min(12rem,100%)] flex-auto">{`© ${brand.copyrightYear} ${brand.name}`}</p>
        <nav className="footer-links" aria-label={social ? "Legal and social" : "Legal"}>
          <a href="/terms">Terms</a> <a href="/privacy">Privacy</a> <a href="/support">Support</a>{" "}
          {social
            ? brand.social.map(({ name, url }) => (
                <Fragment key={name}>
                  <a href={url} rel="noopener">
                    {name}
                  </a>{" "}
                </Fragment>
              ))
            : null}
        </nav>
      </div>
    </footer>
  );
}
