import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readEntitlements } from "../../app/gems/entitlements.server.ts";
import type { PackageId } from "../../app/gems/packages.ts";
import { type OpenEngine, usualEngine } from "./engines.ts";
import { newMember } from "./members.ts";
import { newPaidPurchase, newPurchase, takeBack } from "./buying-scene.ts";

for (const engine of usualEngine) {
  describe.skipIf(engine.missing)(`entitlements on ${engine.name}`, () => {
    let open: OpenEngine;
    beforeAll(async () => void (open = await engine.open()));
    afterAll(() => open.close());

    const nothing = { prioritySupport: false, batch: false, presets: false };
    const entitlements = (memberId: string) =>
      open.database.asMember(memberId, (sql) => readEntitlements(sql, memberId));
    const buy = (memberId: string, packageId: PackageId) => newPaidPurchase(open, memberId, undefined, packageId);

    test("includes the features of every package ever bought", async () => {
      const member = await newMember(open.kysely);
      expect(await entitlements(member)).toEqual(nothing);
      await buy(member, "starter");
      expect(await entitlements(member)).toEqual(nothing);
      await buy(member, "popular");
      expect(await entitlements(member)).toEqual({ prioritySupport: true, batch: true, presets: false });
      await buy(member, "pro");
      await buy(member, "starter");
      expect(await entitlements(member)).toEqual({ prioritySupport: true, batch: true, presets: true });
    });

    test("includes nothing for unpaid and refunded purchases", async () => {
      const member = await newMember(open.kysely);
      await newPurchase(open, member, undefined, "pro");
      expect(await entitlements(member)).toEqual(nothing);
      const reference = await buy(member, "pro");
      await takeBack(open, reference);
      expect(await entitlements(member)).toEqual(nothing);
    });

    test("requires one unrefunded purchase", async () => {
      const member = await newMember(open.kysely);
      const reference = await buy(member, "pro");
      await buy(member, "pro");
      await takeBack(open, reference);
      expect(await entitlements(member)).toMatchObject({ presets: true });
    });

    test("ignores other members' purchases in either role", async () => {
      const [member, other] = [await newMember(open.kysely), await newMember(open.kysely)];
      await buy(other, "pro");
      expect(await entitlements(member)).toEqual(nothing);
      expect(await open.database.asService((sql) => readEntitlements(sql, member))).toEqual(nothing);
      expect(await open.database.asMember(member, (sql) => readEntitlements(sql, other))).toEqual(nothing);
    });
  });
}
