import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  deletePreset,
  readOwnPresets,
  readPresetName,
  renamePreset,
} from "../../app/tools/presets/own-presets.server.ts";
import { mostPresets } from "../../app/tools/presets/preset-name.ts";
import { savePreset } from "../../app/tools/presets/save-preset.server.ts";
import { tools } from "../../app/tools/catalogue.ts";
import { readPresetChoice } from "../../app/tools/presets/preset-choice.server.ts";
import { type OpenEngine, usualEngine } from "./engines.ts";
import { newMember, newPhoto } from "./members.ts";
import { newPaidPurchase, takeBack } from "./buying-scene.ts";

const style = { style: "sketch", intensity: 40 };
const sketch = tools["art-style"];

for (const engine of usualEngine) {
  describe.skipIf(engine.missing)(`presets on ${engine.name}`, () => {
    let open: OpenEngine;
    beforeAll(async () => void (open = await engine.open()));
    afterAll(() => open.close());

    async function finished(memberId: string, recipe: object = { tool: "art-style", ...style }, status = "completed") {
      const photoId = await newPhoto(open.kysely, memberId);
      const row = await open.kysely
        .insertInto("transformations")
        .values({
          user_id: memberId,
          tool: "tool" in recipe ? String(recipe.tool) : "art-style",
          recipe: JSON.stringify(recipe),
          original_name: "Lagos",
          original_photo_id: photoId,
          original_url: `/images/${photoId}/full`,
          enhanced_url: status === "completed" ? "/images/x/full" : null,
          status,
          idempotency_key: randomUUID(),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return row.id;
    }
    async function buyer() {
      const id = await newMember(open.kysely);
      const reference = await newPaidPurchase(open, id, undefined, "pro");
      return { id, reference, transformationId: await finished(id) };
    }
    const save = ({ id, transformationId }: { id: string; transformationId: string }, name: string) =>
      savePreset(open.database, id, { transformationId, name });
    const presetsOf = async (memberId: string) => (await readOwnPresets(open.database, memberId)).presets;
    const names = async (memberId: string) => (await presetsOf(memberId)).map(({ name }) => name);
    const query = (preset: string) => new URLSearchParams({ preset });
    const onlyPresetOf = async (memberId: string) => {
      const [preset] = await presetsOf(memberId);
      if (!preset) throw new Error("no preset");
      return preset.id;
    };

    test("presets are saved under a trimmed name and start a draft at its last step", async () => {
      const member = await buyer();
      expect(await save(member, "  Pencil   portrait ")).toEqual({ ok: true });
      const [preset] = await presetsOf(member.id);
      expect(preset).toMatchObject({
        name: "Pencil portrait",
        tool: "art-style",
        answers: { ...style, intensity: "40" },
      });
      expect(await readPresetChoice(open.database, member.id, sketch, query(preset?.id ?? ""), null)).toMatchObject({
        presets: [{ name: "Pencil portrait" }],
        preset: { answers: { style: "sketch", intensity: "40" }, problems: [], step: "style" },
      });
    });

    test("presets have unique names, whatever their case and Unicode form", async () => {
      const member = await buyer();
      const other = {
        ...member,
        transformationId: await finished(member.id, { tool: "art-style", ...style, intensity: 50 }),
      };
      expect(await save(member, "Cafe\u0301")).toEqual({ ok: true });
      expect(await save(other, "CAFé")).toEqual({ ok: false, problem: "taken" });
      expect(await save(member, "cafe")).toEqual({ ok: true });
      expect(await save(other, "CAFE")).toEqual({ ok: false, problem: "taken" });
      expect(await save(await buyer(), "cafe"), "another member's is no obstacle").toEqual({ ok: true });
    });

    test("presets are saved once for repeated and concurrent requests", async () => {
      const member = await buyer();
      const answers = await Promise.all([save(member, "Twice"), save(member, "Twice"), save(member, "twice")]);
      expect(answers).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
      expect(await presetsOf(member.id)).toHaveLength(1);
    });

    test.each([
      ["", "empty"],
      [" \u200b ", "empty"],
      ["x".repeat(61), "too-long"],
    ])("reject the name %j", async (name, problem) => {
      expect(await save(await buyer(), name)).toEqual({ ok: false, problem });
    });

    test("accept names of 60 characters in any script", async () => {
      expect(await save(await buyer(), "😀".repeat(60))).toEqual({ ok: true });
    });

    test("require an unrefunded purchase of pro to be saved and used", async () => {
      const member = await newMember(open.kysely);
      await newPaidPurchase(open, member, undefined, "popular");
      const transformationId = await finished(member);
      expect(await save({ id: member, transformationId }, "Mine")).toEqual({ ok: false, problem: "not-bought" });
      expect(await presetsOf(member)).toEqual([]);
    });

    test("presets can be read, renamed and deleted after a refund, but neither used nor added", async () => {
      const member = await buyer();
      await save(member, "Kept");
      await takeBack(open, member.reference);
      expect(await readOwnPresets(open.database, member.id)).toMatchObject({
        usable: false,
        presets: [{ name: "Kept" }],
      });
      expect(await save(member, "Another")).toEqual({ ok: false, problem: "not-bought" });
      const id = await onlyPresetOf(member.id);
      expect(await readPresetChoice(open.database, member.id, sketch, query(id), null)).toEqual({ to: "/presets" });
      expect(await readPresetChoice(open.database, member.id, sketch, new URLSearchParams(), null)).toEqual({
        presets: [],
        preset: null,
      });
      expect(await renamePreset(open.database, member.id, id, "Still mine")).toEqual({ ok: true });
      expect(await deletePreset(open.database, member.id, id)).toBe(true);
    });

    test(`presets are limited to ${mostPresets}, however many are saved at once`, async () => {
      const member = await buyer();
      for (let n = 1; n < mostPresets - 1; n++) await save(member, `Preset ${n}`);
      const last = await Promise.all(["a", "b", "c"].map((name) => save(member, name)));
      expect(last.filter(({ ok }) => ok)).toHaveLength(2);
      expect(last).toContainEqual({ ok: false, problem: "full" });
      expect(await presetsOf(member.id)).toHaveLength(mostPresets);
    });

    test("presets are not saved from a failed, foreign or choiceless transformation", async () => {
      const member = await buyer();
      const missing = { ok: false, problem: "missing" };
      const working = await finished(member.id, undefined, "processing");
      expect(await save({ ...member, transformationId: working }, "x")).toEqual(missing);
      expect(await save({ ...member, transformationId: (await buyer()).transformationId }, "x")).toEqual(missing);
      expect(await save({ ...member, transformationId: randomUUID() }, "x")).toEqual(missing);
      expect(await save({ ...member, transformationId: "none" }, "x")).toEqual(missing);
      const surprise = await finished(member.id, { tool: "surprise-me" });
      expect(await save({ ...member, transformationId: surprise }, "x")).toEqual(missing);
    });

    test("check a new name like the first one and accept their own in another case", async () => {
      const member = await buyer();
      await save(member, "One");
      const id = await onlyPresetOf(member.id);
      await save(member, "Two");
      const rename = (name: string) => renamePreset(open.database, member.id, id, name);
      expect(await rename("two")).toEqual({ ok: false, problem: "taken" });
      expect(await rename(" ")).toEqual({ ok: false, problem: "empty" });
      expect(await rename("ONE")).toEqual({ ok: true });
      expect(await names(member.id)).toEqual(["ONE", "Two"]);
      expect(await renamePreset(open.database, member.id, randomUUID(), "x")).toEqual({
        ok: false,
        problem: "missing",
      });
    });

    test("delete nothing more for a repetition or a malformed id", async () => {
      const member = await buyer();
      await save(member, "One");
      const id = await onlyPresetOf(member.id);
      expect(await deletePreset(open.database, member.id, id)).toBe(true);
      expect(await deletePreset(open.database, member.id, id)).toBe(false);
      expect(await deletePreset(open.database, member.id, "../x")).toBe(false);
      expect(await readPresetName(open.database, member.id, id)).toBeNull();
    });

    test("presets are separate for each tool", async () => {
      const member = await buyer();
      await save(member, "One");
      const id = await onlyPresetOf(member.id);
      expect(await readPresetChoice(open.database, member.id, tools["portrait-studio"], query(id), null)).toBeNull();
    });

    test("presets cannot be written past the server and are deleted with their account", async () => {
      const member = await buyer();
      await save(member, "One");
      const id = await onlyPresetOf(member.id);
      const past = (statement: ReturnType<typeof sql>) =>
        open.database.asMember(member.id, (trx) => statement.execute(trx));
      await expect(
        past(sql`insert into presets (user_id, name, tool, answers) values (${member.id}, 'x', 'art-style', '{}')`),
      ).rejects.toThrow(/permission denied/);
      await expect(past(sql`update presets set answers = '{}' where id = ${id}`)).rejects.toThrow(/permission denied/);
      await sql`delete from auth.users where id = ${member.id}`.execute(open.kysely);
      expect(await open.kysely.selectFrom("presets").select("id").where("id", "=", id).execute()).toEqual([]);
    });
  });
}
