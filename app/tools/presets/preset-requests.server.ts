import { redirect, type RouterContextProvider } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { memberContext, servicesContext } from "../../services.ts";
import { type ChosenPreset, readPresetChoice } from "./preset-choice.server.ts";
import type { Draft } from "../drafts/read-draft.server.ts";
import type { Tool } from "../tool.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * The preset a request names (`?preset=`), as a run goes on with it; null when it names none. What of it is not offered
 * any more is said on the next page.
 * @throws 404 for one that is not the member's; a redirect where presets are not (any more) theirs to use.
 */
export async function takePreset(
  context: Context,
  tool: Tool,
  query: URLSearchParams,
  draft: Draft | null,
): Promise<ChosenPreset | null> {
  if (!query.has("preset")) return null;
  const { database } = context.get(servicesContext);
  const choice = await readPresetChoice(database, context.get(memberContext).id, tool, query, draft);
  if (!choice) throw new Response("Not found", { status: 404 });
  if ("to" in choice) throw redirect(choice.to);
  return choice.preset;
}

/** Says on the next page what is to be chosen again. */
export function sayGone(context: Context, { problems }: ChosenPreset) {
  if (!problems.length) return;
  const text = problems.map(({ message }) => message).join(" ");
  context.get(flashContext).leave({ kind: "error", title: "Please choose again", text });
}
