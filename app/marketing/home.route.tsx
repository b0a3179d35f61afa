import { brand } from "../brand.ts";
import type { PageHandle } from "../document.ts";
import { chosenCurrency } from "../gems/currency/currency-cookie.server.ts";
import { siteContext } from "../server/http/site.ts";
import { requestingContext } from "../transformations/requesting/requesting.ts";
import { identitySessionContext } from "../account/identity.ts";
import { localCurrencyContext } from "../gems/currency/currency.ts";
import type { Route } from "./+types/home.route";
import { Closing } from "./closing.tsx";
import { Features } from "./features.tsx";
import flowersInPage from "./flowers-in-page.avif?inline";
import { Hero } from "./hero.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { PageDescription } from "../ui/page-description.tsx";
import { Pricing } from "./pricing.tsx";
import { StructuredData } from "./structured-data.tsx";

export const handle: PageHandle = { frame: "landing", sameForVisitors: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const member = await context.get(identitySessionContext).member();
  const currency = (await chosenCurrency(request, null)) ?? context.get(localCurrencyContext);
  const { appUrl } = context.get(siteContext);
  const { engine } = context.get(requestingContext);
  return { appUrl, generative: engine.model !== null, signedIn: member !== null, currency, flowersInPage };
}

const title = `${brand.name}: ${brand.tagline}`;
const description =
  "Any photo becomes a professional result in one step: better lighting, refined details, cinematic quality. Two free gems to start.";

export default function Home({
  loaderData: { appUrl, generative, signedIn, currency, flowersInPage },
}: Route.ComponentProps) {
  return (
    <main id="main">
      <title>{title}</title>
      <PageDescription appUrl={appUrl} path="/" title={title} description={description} />
      <Hero flowersInPage={flowersInPage} />
      <HowItWorks flowersInPage={flowersInPage} />
      <Features generative={generative} />
      <Pricing signedIn={signedIn} currency={currency} />
      <Closing />
      <StructuredData appUrl={appUrl} />
    </main>
  );
}
