import { brand } from "../brand.ts";

const link = "inline-flex min-h-tap min-w-tap items-center text-ink-2";

export function Footer({ social = false }: { social?: boolean }) {
  return (
    <footer className="hairline-t pt-8 pb-10 text-sm text-ink-2 print:hidden">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center gap-x-6 gap-y-2 px-gutter">
        <p className="min-w-[min(12rem,100%)] flex-auto">{`© ${brand.copyrightYear} ${brand.name}`}</p>
        <nav className="-ml-[0.1rem] flex flex-wrap gap-x-4" aria-label={social ? "Legal and social" : "Legal"}>
          <a className={link} href="/terms">
            Terms
          </a>
          <a className={link} href="/privacy">
            Privacy
          </a>
          <a className={link} href="/support">
            Support
          </a>
          {social
            ? brand.social.map(({ name, url }) => (
                <a key={name} className={link} href={url} rel="noopener">
                  {name}
                </a>
              ))
            : null}
        </nav>
      </div>
    </footer>
  );
}
