import { brand } from "../brand.ts";

export function Footer({ social = false }: { social?: boolean }) {
  return (
    <footer className="foot">
      <div className="wrap foot-in">
        <p className="grow">{`© ${brand.copyrightYear} ${brand.name}`}</p>
        <nav aria-label={social ? "Legal and social" : "Legal"}>
          <a href="/terms">Terms</a>
          <a href="/privacy">Privacy</a>
          <a href="/support">Support</a>
          {social
            ? brand.social.map(({ name, url }) => (
                <a key={name} href={url} rel="noopener">
                  {name}
                </a>
              ))
            : null}
        </nav>
      </div>
    </footer>
  );
}
