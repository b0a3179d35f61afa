import { type Database, databaseContext } from "../../server/database/database.ts";
import { withPresets } from "../answers.ts";
import { presetRun, type PresetRun } from "./preset-run.ts";
import type { Draft } from "../drafts/read-draft.server.ts";
import type { Answers, Tool } from "../tool.ts";
import { readEntitlements } from "../../gems/entitlements.server.ts";
import { redirect, type RouterContextProvider } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { memberContext } from "../../account/identity.ts";

/** Presets on a tool's first step. */
export interface PresetChoice {
  presets: { id: string; name: string }[];
  /** From `?preset=`. */
  preset: ChosenPreset | null;
}

/** The chosen preset as a draft continues with it. */
export interface ChosenPreset extends PresetRun {
  id: string;
  /** The preset's choices, and those no longer offered. */
  description: string;
}

export const noPresets: PresetChoice = { presets: [], preset: null };

/** Null for an unknown preset. Without the package the list is empty, and a chosen preset leads to the offer. */
export async function readPresetChoice(
  database: Database,
  memberId: string,
  tool: Tool,
  query: URLSearchParams,
  draft: Draft | null,
): Promise<PresetChoice | { to: string } | null> {
  const id = query.get("preset");
  const { usable, presets } = await readPresets(database, memberId, tool);
  const chosen = presets.find((preset) => preset.id === id);
  if (id !== null && !chosen) return null;
  if (!usable) return chosen ? { to: "/presets" } : noPresets;
  const names = presets.map((preset) => ({ id: preset.id, name: preset.name }));
  if (!chosen) return { presets: names, preset: null };
  const run = presetRun(tool, chosen.answers, draft?.answers);
  const wayOn = `Everything ${run.removedChoices.length ? "else is selected." : "is selected. One more tap starts it."}`;
  const sentences = [`${tool.describe(withPresets(tool, chosen.answers))}.`, ...run.removedChoices, wayOn];
  return { presets: names, preset: { id: chosen.id, description: sentences.join(" "), ...run } };
}

interface ToolPreset {
  id: string;
  name: string;
  answers: Answers;
}

function readPresets(
  database: Database,
  memberId: string,
  tool: Tool,
): Promise<{ usable: boolean; presets: ToolPreset[] }> {
  return database.asMember(memberId, async (sql) => {
    const rows = await sql
      .selectFrom("presets")
      .select(["id", "name", "answers"])
      .where("user_id", "=", memberId)
      .where("tool", "=", tool.id)
      .orderBy((row) => row.fn<string>("lower", ["name"]))
      .execute();
    if (!rows.length) return { usable: false, presets: [] };
    const presets = rows.map(({ answers, ...row }) => ({ ...row, answers: answers as Answers }));
    return { usable: (await readEntitlements(sql, memberId)).presets, presets };
  });
}

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
