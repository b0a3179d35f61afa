import { brand } from "../brand.ts";
import type { PageHandle } from "../document.ts";
import { chosenCurrency } from "../gems/currency/currency-cookie.server.ts";
import { siteContext } from "../server/http/site.ts";
import { requestingContext } from "../transformations/requesting/requesting.ts";
import { identitySessionContext } from "../account/identity.ts";
import { localCurrencyContext, type Currency } from "../gems/currency/currency.ts";
import type { Route } from "./+types/home.route";
import { Features, HowItWorks } from "./features.tsx";
import { Hero } from "./hero.tsx";
import { TryForm } from "./try/try-form.tsx";
import { photoSightContext } from "../photos/advice/photo-sight.ts";
import { PageDescription } from "../ui/page-head.tsx";
import { BrandMark } from "../ui/brand-mark.tsx";
import { promises } from "./legal/promises.ts";
import { CurrencyToggle, PackageCards } from "../gems/package-cards.tsx";
import { packages } from "../gems/packages.ts";

export const handle: PageHandle = { frame: "landing", sameForVisitors: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const member = await context.get(identitySessionContext).member();
  const currency = (await chosenCurrency(request, null)) ?? context.get(localCurrencyContext);
  const { appUrl } = context.get(siteContext);
  const { engine } = context.get(requestingContext);
  const saveData = request.headers.get("Save-Data") === "on";
  const offersTryout = context.get(photoSightContext) !== null && member === null;
  return { offersTryout, appUrl, generative: engine.model !== null, signedIn: member !== null, saveData, currency };
}

const title = `${brand.name}: ${brand.tagline}`;
const description =
  "Any photo becomes a professional result in one step: better lighting, refined details, cinematic quality. Two free gems to start.";

export default function Home({
  loaderData: { offersTryout, appUrl, generative, signedIn, saveData, currency },
}: Route.ComponentProps) {
  return (
    <main id="main">
      <title>{title}</title>
      <PageDescription appUrl={appUrl} path="/" title={title} description={description} />
      <Hero signedIn={signedIn} saveData={saveData}>
        {offersTryout ? <TryForm /> : null}
      </Hero>
      <HowItWorks saveData={saveData} />
      <Features generative={generative} />
      <Pricing signedIn={signedIn} currency={currency} />
      <Closing signedIn={signedIn} />
      <StructuredData appUrl={appUrl} />
    </main>
  );
}

function Closing({ signedIn }: { signedIn: boolean }) {
  return (
    <section className="mx-auto w-full max-w-page px-gutter pb-section">
      <div className="closing">
        <BrandMark />
        <h2>{signedIn ? "Your next photo is waiting" : "Your first two are on us"}</h2>
        <p>
          {signedIn
            ? "Choose a tool, choose a photo, and see it change."
            : `Make an account, verify your email address and claim ${promises.welcomeGems} free gems. No card needed.`}
        </p>
        <a className="btn-lg" href={signedIn ? "/dashboard" : "/register"}>
          {signedIn ? "Go to Dashboard" : "Get Started"}
        </a>
      </div>
    </section>
  );
}

function Pricing({ signedIn, currency }: { signedIn: boolean; currency: Currency }) {
  return (
    <section className="mx-auto w-full max-w-page px-gutter py-section" id="pricing">
      <div className="mb-8 flex flex-wrap items-center justify-between gap-3">
        <div className="grid grid-cols-1 gap-2">
          <h2>Pricing</h2>
          <p className="max-w-measure text-lg text-ink-2">
            {`One gem, one transformation. Gems never expire. Money back for ${promises.moneyBackDays} days.`}
          </p>
        </div>
        <CurrencyToggle chosen={currency} />
      </div>
      <PackageCards
        heading="h3"
        action={({ name }, buttonClass) => (
          <a className={buttonClass} href={signedIn ? "/buy-coins" : "/register"}>
            Get {name}
          </a>
        )}
      />
    </section>
  );
}

/** Product and prices for search engines (schema.org); CSP ignores data blocks. */
function StructuredData({ appUrl }: { appUrl: string }) {
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
