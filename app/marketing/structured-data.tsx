import { brand } from "../brand.ts";
import { packages } from "../gems/packages.ts";

/** Product and prices for search engines (schema.org); CSP ignores data blocks. */
export function StructuredData({ appUrl }: { appUrl: string }) {
  const product = {
    "@context": "https://schema.org",
    "@type": "WebApplication",
    name: brand.name,
    url: `${appUrl}/`,
    applicationCategory: "MultimediaApplication",
    operatingSystem: "Any",
    offers: packages.map(({ gems, price }) => ({
      "@type": "Offer",
      name: `${gems} gems`,
      price,
      priceCurrency: "NGN",
    })),
    publisher: {
      "@type": "Organization",
      name: brand.name,
      url: `${appUrl}/`,
      logo: `${appUrl}/favicon.svg`,
      sameAs: brand.social.map(({ url }) => url),
    },
  };
  const json = JSON.stringify(product).replaceAll("<", String.raw`\u003c`);
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
