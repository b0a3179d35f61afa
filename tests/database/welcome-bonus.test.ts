import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { usualEngine, type OpenEngine } from "./engines.ts";
import { accountOf, newMember } from "./members.ts";

for (const engine of usualEngine) {
  describe.skipIf(engine.missing)(`the welcome bonus on ${engine.name}`, () => {
    let open: OpenEngine;
    beforeAll(async () => void (open = await engine.open()));
    afterAll(() => open.close());

    test("adds 2 gems to the ledger once the address is confirmed, and not before", async () => {
      const id = randomUUID();
      await sql`insert into auth.users (id, email, raw_user_meta_data) values (${id}, ${`${id}@example.com`}, '{"full_name": " "}')`.execute(
        open.kysely,
      );
      expect(await accountOf(open.kysely, id)).toMatchObject({ coins: 0, ledger: [] });
      const prove = sql`update auth.users set email_confirmed_at = now() where id = ${id}`;
      await prove.execute(open.kysely);
      expect(await accountOf(open.kysely, id)).toMatchObject({
        coins: 2,
        ledger: [{ type: "bonus", amount: 2, description: "Welcome bonus" }],
      });
      await prove.execute(open.kysely);
      expect((await accountOf(open.kysely, id)).coins).toBe(2);
    });

    test.each([
      ["a plus-tag", "ngozi.two@example.com", "ngozi.two+again@example.com"],
      ["Gmail's dots", "ngozithree@gmail.com", "n.go.zi.three@gmail.com"],
      ["Gmail's other name, with dots and a tag", "ngozifour@gmail.com", "ngozi.four+x@googlemail.com"],
      ["Proton's dots and hyphens", "ngozi.six@proton.me", "n-gozi_six@proton.me"],
      ["Proton's other names", "ngoziseven@pm.me", "ngozi.seven@protonmail.com"],
      ["Yahoo's disposable addresses", "ngozi-one@yahoo.com", "ngozi-two@yahoo.com"],
      ["iCloud's older names", "ngozi.eight@icloud.com", "ngozi.eight@mac.com"],
      ["Yandex's other names and hyphens", "ngozi.nine@yandex.com", "ngozi-nine@ya.ru"],
      ["Fastmail's subdomains", "shop@ngoziten.fastmail.com", "ngoziten@fastmail.com"],
    ])("the bonus is granted once per mailbox, whatever its spelling: %s", async (_, first, second) => {
      const accounts = [await newMember(open.kysely, first), await newMember(open.kysely, second)];
      const balances = await Promise.all(accounts.map(async (id) => (await accountOf(open.kysely, id)).coins));
      expect(balances).toEqual([2, 0]);
    });

    test("the bonus is not granted again to an address whose account was deleted", async () => {
      const first = await newMember(open.kysely, "Ngozi.One@Example.com");
      await sql`delete from auth.users where id = ${first}`.execute(open.kysely);
      const again = await newMember(open.kysely, "ngozi.one@example.com");
      expect(await accountOf(open.kysely, again)).toMatchObject({ coins: 0, ledger: [] });
    });

    test.each(["ngozi@mailinator.com", "Ngozi@MX.Mailinator.com", "ngozi@yopmail.com"])(
      "the bonus is not granted to a throw-away mailbox such as %s, which still gets an account",
      async (email) => {
        const member = await newMember(open.kysely, email);
        expect(await accountOf(open.kysely, member)).toMatchObject({ coins: 0, ledger: [] });
      },
    );

    test("treats dots outside Gmail as different people", async () => {
      await newMember(open.kysely, "ngozi.five@example.com");
      const other = await newMember(open.kysely, "ngozifive@example.com");
      expect((await accountOf(open.kysely, other)).coins).toBe(2);
    });

    test("stores an address only as a keyed hash", async () => {
      const email = `hidden-${randomUUID()}@example.com`;
      await newMember(open.kysely, email);
      const { rows } = await sql<{ plain: boolean; keyed: boolean }>`select
        exists (select 1 from private.welcome_bonuses where address_hash = sha256(convert_to(${email}, 'UTF8'))) as plain,
        exists (select 1 from private.welcome_bonuses where address_hash = private.address_hash(${email})) as keyed`.execute(
        open.kysely,
      );
      expect(rows).toEqual([{ plain: false, keyed: true }]);
    });
  });
}
