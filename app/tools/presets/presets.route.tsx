import { withPresets } from "../answers.ts";
import { toolOf } from "../catalogue.ts";
import { presetRun } from "./preset-run.ts";
import { isToolId, toolList } from "../tool-list.ts";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";
import type { Route } from "./+types/presets.route";
import { readOwnPresets } from "./own-presets.server.ts";
import { PresetList } from "./preset-list.tsx";

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
