import { inNaira, packages } from "../../gems/packages.ts";
import { brand } from "../../brand.ts";
import type { PageHandle } from "../../document.ts";
import { siteContext } from "../../server/http/site.ts";
import type { Route } from "./+types/terms.route";
import { PageDescription } from "../../ui/page-head.tsx";
import { creditBackLimit } from "../../transformations/ending/failures.ts";
import { promises, textsChanged } from "./promises.ts";

export const handle: PageHandle = { sameForVisitors: true };

export function loader({ context }: Route.LoaderArgs) {
  const { appUrl, supportEmail, adultsOnly } = context.get(siteContext);
  return { appUrl, supportEmail, adultsOnly };
}

const title = `Terms · ${brand.name}`;
const description = `What you can expect of ${brand.name}, and what we ask of you: gems, refunds, your photos, fair use.`;

export default function Terms({ loaderData: { appUrl, supportEmail, adultsOnly } }: Route.ComponentProps) {
  const support = <a href={`mailto:${supportEmail}`}>{supportEmail}</a>;
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter pt-6 pb-16">
      <title>{title}</title>
      <PageDescription appUrl={appUrl} path="/terms" title={title} description={description} />
      <div className="prose">
        <h1>Terms</h1>
        <p className="max-w-measure text-lg text-ink-2">
          What you can expect from us, and what we ask of you. Short, and without small print.
        </p>
        <p className="text-sm text-ink-2">Last changed: {textsChanged}</p>

        <h2>Your account</h2>
        <p>
          You need an account to transform photos. Use an email address that is yours, and keep your password to
          yourself.{" "}
          {adultsOnly
            ? "You must be 18 or older: the AI that makes your pictures is not offered to younger people."
            : "If you are not yet old enough to agree to terms like these where you live, ask a parent or guardian first."}
        </p>

        <h2>Gems</h2>
        <ul>
          <li>
            One transformation costs {promises.gemsPerTransformation} gem. The gem is held when the work starts and used
            only when your result is stored.
          </li>
          <li>
            If a transformation fails, is blocked or is cancelled, you get the gem back automatically. You never pay for
            nothing.
          </li>
          <li>
            {`Not happy with a result? Get the gem back on its page, up to ${creditBackLimit.times} times in ${creditBackLimit.days} days, unless you shared that result by a link.`}
          </li>
          <li>
            There is a limit to how many transformations you can start in a day and run at once. When you reach it, the
            page says when you can go on, and no gem is taken.
          </li>
          <li>
            When you verify your email address you receive {promises.welcomeGems} free gems, once per person. Temporary
            email addresses get none.
          </li>
          <li>Gems never expire. There are no tiers and no subscription.</li>
          <li>Gems are for use in {brand.name}. They cannot be sold or passed on to another account.</li>
        </ul>

        <h2>Buying gems, and your money back</h2>
        <p>
          Packages are {packages.map(({ gems, price }) => `${gems} gems for ${inNaira(price)}`).join(", ")}. Prices in
          dollars are a guide: you are always charged in naira. Gems are added once the payment is confirmed, and only
          once. The receipt is in your settings, and mailed to you where our server can send mail.
        </p>
        <p>
          Not happy? Write to {support} within {promises.moneyBackDays} days of the purchase, with its reference, and
          you get your money back. We then remove the gems of that purchase from your balance.
        </p>

        <h2>Your photos</h2>
        <ul>
          <li>Your photos and results are yours. We only use them to make and store your results.</li>
          <li>
            We do not sell them or train AI models with them, and show them only to you and to people with a link that
            you made.
          </li>
          <li>Upload only what you may use. If other people are in the picture, make sure that they agree.</li>
          <li>
            The files of results say that software made them. Please do not pass them off as untouched photographs.
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
          or that you will like every result. Photos are kept at up to {promises.longestSide} pixels on the longer side,
          so keep your own originals. Nothing here takes away rights that the law gives you as a consumer.
        </p>

        <h2>Leaving</h2>
        <p>
          You can stop at any time, and delete your account in the settings, with your password. Gems you have not used
          end with it, so ask for your money back first where that applies. What we delete and what stays is written in
          the <a href="/privacy">Privacy Policy</a>.
        </p>

        <h2>Changes and questions</h2>
        <p>
          If these terms change, we publish the new text here with its date before it applies. Questions are welcome:{" "}
          {support}.
        </p>
      </div>
    </main>
  );
}
