import { type ClientActionFunctionArgs, data, redirect } from "react-router";
import { changeLostMessage, onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { presetRun } from "./preset-run.ts";
import { NamePage, type RefusedName } from "./name-page.tsx";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";
import { memberAction } from "../../account/member-action.server.ts";
import type { Route } from "./+types/new.route";
import { readOwnPresets } from "./own-presets.server.ts";
import { savableRecipe, savePreset } from "./save-preset.server.ts";
import { BackLink } from "../../ui/page-head.tsx";
import { PageTitle } from "../../ui/page-head.tsx";
import { PresetsOffer } from "./presets-offer.tsx";

const fromOf = (request: Request) => new URL(request.url).searchParams.get("from");

/** `/presets/new?from=<transformation>`: saves a finished result's choices. */
export const action = memberAction(
  { limit: "changeByMember", title: "Not saved", back: () => redirect("/presets", 303) },
  async ({ request, context }: Route.ActionArgs, { member, form, succeed }) => {
    const submitted = form.get("name");
    const name = typeof submitted === "string" ? submitted : "";
    const transformationId = fromOf(request);
    const saved = await savePreset(context.get(databaseContext), member.id, { transformationId, name });
    if (saved.ok) return succeed("Preset saved", "You'll find it on the tool's first step and on your dashboard.");
    if (saved.problem === "missing") throw data(null, { status: 404 });
    // That page explains the package.
    if (saved.problem === "not-bought") return redirect(`/presets/new?from=${transformationId}`, 303);
    return data({ name, problem: saved.problem } satisfies RefusedName, { status: 422 });
  },
);

export const clientAction = (args: ClientActionFunctionArgs) => onlineAction<typeof action>(args, changeLostMessage);

export async function loader({ request, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext);
  const memberId = context.get(memberContext).id;
  const recipe = await savableRecipe(database, memberId, fromOf(request));
  if (!recipe) throw data(null, { status: 404 });
  const { tool, answers, transformationId, name } = recipe;
  return {
    usable: (await readOwnPresets(database, memberId)).usable,
    back: { to: `${tool.path}?job=${transformationId}`, label: name },
    next: `/presets/new?from=${transformationId}`,
    toolTitle: tool.title,
    description: tool.describe(answers),
    removedChoices: presetRun(tool, answers).removedChoices,
  };
}

export default function NewPreset({ loaderData, actionData }: Route.ComponentProps) {
  const { usable, back, next, toolTitle, description, removedChoices } = loaderData;
  const what = (
    <>
      <p className="max-w-measure text-lg text-ink-2">
        {toolTitle}: {description}.
      </p>
      <p className="text-sm text-ink-2">
        {[...removedChoices, "Your description is saved too. Your photo and any box you drew are not."].join(" ")}
      </p>
    </>
  );
  if (!usable) return <NewPresetOffer back={back} next={next} />;
  return (
    <NamePage title="Save as preset" back={back} name="" answer={actionData}>
      {what}
    </NamePage>
  );
}

function NewPresetOffer({ back, next }: { back: { to: string; label: string }; next: string }) {
  return (
    <main id="main" className="mx-auto w-full max-w-narrow px-gutter pt-6 pb-16">
      <PageTitle>Save as preset</PageTitle>
      <BackLink to={back.to}>{back.label}</BackLink>
      <div className="mb-6 grid grid-cols-1 gap-2">
        <h1>Save as preset</h1>
      </div>
      <PresetsOffer next={next} />
    </main>
  );
}
