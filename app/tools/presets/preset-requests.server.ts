import { redirect, type RouterContextProvider } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { type ChosenPreset, readPresetChoice } from "./preset-choice.server.ts";
import type { Draft } from "../drafts/read-draft.server.ts";
import type { Tool } from "../tool.ts";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";

type Context = Readonly<RouterContextProvider>;

/** Null without `?preset=`. @throws 404 for an unknown one; redirects when presets are not included. */
export async function requirePreset(
  context: Context,
  tool: Tool,
  query: URLSearchParams,
  draft: Draft | null,
): Promise<ChosenPreset | null> {
  if (!query.has("preset")) return null;
  const database = context.get(databaseContext);
  const choice = await readPresetChoice(database, context.get(memberContext).id, tool, query, draft);
  if (!choice) throw new Response("Not found", { status: 404 });
  if ("to" in choice) throw redirect(choice.to);
  return choice.preset;
}

/** Shows the choices to make again on the next page. */
export function flashRemovedChoices(context: Context, { problems }: ChosenPreset) {
  if (!problems.length) return;
  const text = problems.map(({ message }) => message).join(" ");
  context.get(flashContext).leave({ kind: "error", title: "Please choose again", text });
}
