import { withPresets } from "../answers.ts";
import { toolOf } from "../catalogue.ts";
import { presetRun } from "./preset-run.ts";
import { isToolId, toolList } from "../tool-list.ts";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";
import type { Route } from "./+types/presets.route";
import { readOwnPresets } from "./own-presets.server.ts";
import { Link } from "react-router";
import { BackLink } from "../../ui/page-head.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PageTitle } from "../../ui/page-head.tsx";
import { PresetsOffer } from "./presets-offer.tsx";

/** By tool. */
export async function loader({ context }: Route.LoaderArgs) {
  const database = context.get(databaseContext);
  const { usable, presets } = await readOwnPresets(database, context.get(memberContext).id);
  const listed = presets.map(({ id, name, tool: toolId, answers }) => {
    const tool = toolOf(toolId);
    return {
      id,
      name,
      toolId,
      description: tool ? tool.describe(withPresets(tool, answers)) : null,
      removedChoices: tool ? presetRun(tool, answers).removedChoices : [],
      useAt: tool && usable ? `${tool.path}?preset=${id}` : null,
    };
  });
  const groups = [
    ...Object.values(toolList).map(({ id, title }) => ({
      title,
      presets: listed.filter(({ toolId }) => toolId === id),
    })),
    { title: "No longer offered", presets: listed.filter(({ toolId }) => !isToolId(toolId)) },
  ];
  return { usable, groups: groups.filter((group) => group.presets.length > 0) };
}

export default function Presets({ loaderData }: Route.ComponentProps) {
  return <PresetList {...loaderData} />;
}

interface ListedPreset {
  id: string;
  name: string;
  description: string | null;
  /** Choices to make again, and why. */
  removedChoices: string[];
  /** Null when it cannot be used. */
  useAt: string | null;
}

interface PresetListProps {
  usable: boolean;
  groups: { title: string; presets: ListedPreset[] }[];
}

function PresetList({ usable, groups }: PresetListProps) {
  return (
    <main id="main" className="mx-auto w-full max-w-narrow px-gutter pt-6 pb-16">
      <PageTitle>Your presets</PageTitle>
      <BackLink to="/dashboard">Dashboard</BackLink>
      <div className="mb-6 grid grid-cols-1 gap-2">
        <h1>Your presets</h1>
        <p className="max-w-measure text-lg text-ink-2">Save your favourite settings and reuse them with one tap.</p>
      </div>
      <div className="grid grid-cols-1 gap-10">
        {usable ? null : <PresetsOffer next="/presets" has={groups.length > 0} />}
        {groups.map(({ title, presets }) => (
          <section key={title} className="grid grid-cols-1 gap-4">
            <h2>{title}</h2>
            <ul className="border-t [&>li]:border-b">
              {presets.map((preset) => (
                <PresetRow key={preset.id} {...preset} />
              ))}
            </ul>
          </section>
        ))}
        {usable && !groups.length ? <NoPresets /> : null}
      </div>
    </main>
  );
}

function PresetRow({ id, name, description, removedChoices, useAt }: ListedPreset) {
  const of = <span className="sr-only"> {name}</span>;
  return (
    <li className="item-row">
      <div className="item-text">
        <b className="block max-w-full min-w-0 wrap-anywhere" dir="auto">
          {name}
        </b>
        <span className="text-sm text-ink-2">{description ?? "This tool is no longer offered."}</span>
        {removedChoices.map((message) => (
          <span key={message} className="text-sm">
            {message}
          </span>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {useAt ? (
          <Link className="btn-sm btn-secondary" to={useAt}>
            Use{of}
          </Link>
        ) : null}
        <Link className="btn-sm btn-quiet" to={`/presets/${id}/rename`}>
          Rename{of}
        </Link>{" "}
        <Link className="btn-sm btn-quiet btn-danger-quiet" to={`/presets/${id}/delete`}>
          Delete{of}
        </Link>
      </div>
    </li>
  );
}

function NoPresets() {
  return (
    <div className="grid grid-cols-1 justify-items-center gap-4 px-5 py-12 text-center">
      <h2>No presets yet</h2>
      <p className="text-ink-2">Open a result you like and choose Save as preset.</p>
      <Link className="btn-primary" to="/gallery">
        <Icon name="gallery" />
        View Gallery
      </Link>
    </div>
  );
}
