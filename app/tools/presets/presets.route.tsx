import { memberContext, servicesContext } from "../../services.ts";
import { withPresets } from "../answers.ts";
import { toolOf } from "../catalogue.ts";
import { presetRun } from "./preset-run.ts";
import { isToolId, toolList } from "../tool-list.ts";
import type { Route } from "./+types/presets.route";
import { readOwnPresets } from "./own-presets.server.ts";
import { PresetList } from "./preset-list.tsx";

/** By tool. */
export async function loader({ context }: Route.LoaderArgs) {
  const { database } = context.get(servicesContext);
  const { usable, presets } = await readOwnPresets(database, context.get(memberContext).id);
  const shown = presets.map(({ id, name, tool: toolId, answers }) => {
    const tool = toolOf(toolId);
    return {
      id,
      name,
      toolId,
      inWords: tool ? tool.inWords(withPresets(tool, answers)) : null,
      gone: tool ? presetRun(tool, answers).gone : [],
      useAt: tool && usable ? `${tool.path}?preset=${id}` : null,
    };
  });
  const groups = [
    ...Object.values(toolList).map(({ id, title }) => ({
      title,
      presets: shown.filter(({ toolId }) => toolId === id),
    })),
    { title: "No longer offered", presets: shown.filter(({ toolId }) => !isToolId(toolId)) },
  ];
  return { usable, groups: groups.filter((group) => group.presets.length > 0) };
}

export default function Presets({ loaderData }: Route.ComponentProps) {
  return <PresetList {...loaderData} />;
}
