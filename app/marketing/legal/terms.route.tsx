import { inNaira, packages } from "../../gems/packages.ts";
import { brand } from "../../brand.ts";
import type { PageHandle } from "../../document.ts";
import { servicesContext } from "../../services.ts";
import type { Route } from "./+types/terms.route";
import { PageDescription } from "../../ui/page-description.tsx";
import { creditBackLimit } from "../../transformations/ending/credit-back-reasons.ts";
import { promises, textsChanged } from "./promises.ts";

export const handle: PageHandle = { sameForVisitors: true };

export function loader({ context }: Route.LoaderArgs) {
  const { appUrl, supportEmail } = context.get(servicesContext);
  return { appUrl, supportEmail };
}

const title = `Terms · ${brand.name}`;
const description = `What you can expect of ${brand.name}, and what we ask of you: gems, refunds, your photos, fair use.`;

export default function Terms({ loaderData: { appUrl, supportEmail } }: Route.ComponentProps) {
  const support = <a href={`mailto:${supportEmail}`}>{supportEmail}</a>;
  return (
    <main id="main" className="wrap page">
      <title>{title}</title>
      <PageDescription appUrl={appUrl} path="/terms" title={title} description={description} />
      <div className="prose">
        <h1>Terms</h1>
        <p className="lede">What you can expect of us, and what we ask of you. Short, and without small print.</p>
        <p className="muted small">Last changed: {textsChanged}</p>

        <h2>Your account</h2>
        <p>
          You need an account to transform photos. Use an e-mail address that is yours, and keep your password to
          yourself. If you are not yet old enough to agree to terms like these where you live, ask a parent or guardian
          first.
        </p>

        <h2>Gems</h2>
        <ul>
          <li>
            One transformation costs {promises.gemsPerTransformation} gem. The gem is held when the work starts and used
            only when your result is stored.
          </li>
          <li>
            If a transformation fails, is blocked or is cancelled, the gem comes back by itself. You never pay for
            nothing.
          </li>
          <li>
            {`Is a result not what you hoped for? One press on its page gives the gem back, up to ${creditBackLimit.times} times within ${creditBackLimit.days} days, unless you shared that result by a link.`}
          </li>
          <li>
            How many transformations can be started in a day, and be under way at once, has a limit. Where you reach it,
            the page says when it opens again, and no gem is taken.
          </li>
          <li>
            When you verify your e-mail address you receive {promises.welcomeGems} free gems, once per person. Addresses
            of throw-away mailboxes get none.
          </li>
          <li>Gems never expire. There are no tiers and no subscription.</li>
          <li>Gems are for use in {brand.name}. They cannot be sold or passed on to another account.</li>
        </ul>

        <h2>Buying gems, and your money back</h2>
        <p>
          Packages are {packages.map(({ gems, price }) => `${gems} gems for ${inNaira(price)}`).join(", ")}. Prices in
          dollars are shown for orientation: you are always charged in naira. Gems are added once the payment is
          confirmed, and only once. The receipt is in your settings, and mailed to you where our server can send mail.
        </p>
        <p>
          Not happy? Write to {support} within {promises.moneyBackDays} days of the purchase, with its reference, and
          you get your money back. The gems of that purchase are then taken off your balance.
        </p>

        <h2>Your photos</h2>
        <ul>
          <li>
            Your photos and results are yours. You give us no right to them beyond making and storing your results.
          </li>
          <li>
            We do not sell them or train AI models with them, and show them to nobody but you and whoever has a link
            that you made.
          </li>
          <li>
            Upload only what you may use. If other people are in the picture, make sure that they are fine with it.
          </li>
          <li>
            Results say in their file that software made them. Please do not pass them off as untouched photographs.
          </li>
        </ul>

        <h2>What is not allowed</h2>
        <p>
          Nothing illegal; no sexual pictures of anyone without their consent, and never of children; nothing made to
          deceive, threaten or humiliate a person. Do not attack the service, get around its limits, or open accounts
          only to collect free gems. We may take down a shared picture and close an account that does.
        </p>

        <h2>What we can and cannot promise</h2>
        <p>
          We work to keep {brand.name} running and your results good, but we cannot promise that it is always available
          or that every result is to your taste. Photos are kept at up to {promises.longestSide} pixels on the longer
          side, so keep your own originals. Nothing here takes away rights that the law gives you as a consumer.
        </p>

        <h2>Leaving</h2>
        <p>
          You can stop at any time, and delete your account in the settings, with your password. Gems you have not used
          end with it, so ask for your money back first where that applies. What we delete and what stays is written in
          the <a href="/privacy">Privacy Policy</a>.
        </p>

        <h2>Changes and questions</h2>
        <p>
          If these terms change, the new text stands here with its date before it counts. Questions are welcome:{" "}
          {support}.
        </p>
      </div>
    </main>
  );
}
