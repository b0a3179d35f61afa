import { type ClientActionFunctionArgs, Link } from "react-router";
import { onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { BackLink, PageTitle } from "../../ui/page-head.tsx";
import { Icon } from "../../ui/icon.tsx";
import { buyGemsFor } from "../wizard/gem-balance.tsx";
import { choosePath, maxBatchPhotos } from "./batch.ts";
import { batchPackages } from "./batch-messages.ts";
import { ChoosePhotos } from "./choose-photos.tsx";
import type { action } from "./choose-requests.server.ts";
import type { Route } from "./+types/choose-photos.route";

export { ErrorBoundary } from "../wizard/tool-page.tsx";
export { action, loader } from "./choose-requests.server.ts";

export const clientAction = (args: ClientActionFunctionArgs) =>
  onlineAction<typeof action>(args, "The connection was lost. Please check it and try again.");

export default function ChoosePhotosPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.entitled) return <BatchOffer {...loaderData} />;
  const answered = actionData && "problems" in actionData ? actionData.problems : null;
  return <ChoosePhotos key={loaderData.toolId} {...loaderData} answered={answered} />;
}

interface BatchOfferProps {
  path: string;
  title: string;
}

function BatchOffer({ path, title }: BatchOfferProps) {
  return (
    <main id="main" className="mx-auto w-full max-w-narrow px-gutter pt-6 pb-16">
      <PageTitle>{`Several photos at once, ${title}`}</PageTitle>
      <BackLink to={path}>{title}</BackLink>
      <div className="mb-6 grid grid-cols-1 gap-2">
        <h1>Several photos at once</h1>
        <p className="max-w-measure text-lg text-ink-2">
          Choose up to {maxBatchPhotos} photos and one look; {title} applies it to all of them.
        </p>
      </div>
      <div className="grid grid-cols-1 gap-6">
        <section className="grid grid-cols-1 gap-4">
          <h2>How it works</h2>
          <ol className="stages">
            {steps.map((text) => (
              <li key={text} className="done">
                <Icon name="check" />
                {text}
              </li>
            ))}
          </ol>
        </section>
        <section className="grid grid-cols-1 gap-4 panel">
          <h2>What it comes with</h2>
          <ul className="stages">
            {batchPackages.map(({ name, gems, price }) => (
              <li key={name}>
                <Icon name="gem" />
                {name}: {gems} gems for {price}
              </li>
            ))}
          </ul>
          <p className="text-sm">
            Buy one of these once and you keep batch editing, even after its gems are used. A refund ends it.
          </p>
        </section>
        <div className="button-pair">
          <Link className="btn-primary" to={buyGemsFor(choosePath({ path }))}>
            See the packages
          </Link>{" "}
          <Link className="btn-secondary" to={path}>
            One photo
          </Link>
        </div>
      </div>
    </main>
  );
}

const steps = [
  "Each photo costs 1 gem, as it does alone",
  "All of them start together, or none does",
  "You get the gem back for any photo that fails",
  "One download for all results",
];
