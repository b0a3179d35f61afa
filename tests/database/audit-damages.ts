import { expect } from "vitest";
import type { AuditedLife } from "./audit-life.ts";

/** Ledger rows that the damages change. */
export interface DamagedIds extends AuditedLife {
  heldRow: string;
  returnRow: string;
}

interface Damage {
  what: string;
  /** Statements ending in `;` and a line break, run by the owner without triggers. */
  sql: (life: AuditedLife) => string;
  /** Every broken promise, with the violating ids. */
  finds: (ids: DamagedIds) => Record<string, unknown[]>;
}

/** Ids of a ledger row that a damage adds, and of an unknown user. */
const added = "900001";
const stranger = "00000000-0000-4000-8000-000000000001";

const entry = (userId: string, type: string, amount: number, key: string, transformationId?: string) =>
  `insert into public.coin_transactions (id, user_id, type, amount, transformation_id, idempotency_key)
    overriding system value values (${added}, '${userId}', '${type}', ${amount},
    ${transformationId ? `'${transformationId}'` : "null"}, '${key}')`;
/** Changes the balance together with the ledger, so that only the tested promise is broken. */
const move = (userId: string, gems: number) =>
  `update public.profiles set coins = coins + ${gems} where user_id = '${userId}'`;
const withoutUniqueKeys = "alter table public.coin_transactions drop constraint coin_transactions_idempotency_key_key";
const script = (...statements: string[]) => statements.join(";\n");

const balance = "a member's balance is the sum of their ledger";
const total = "the balances of all members add up to the ledger, less what deleted accounts left";
const perKey = "at most one ledger row per key: one credit per reference, one return per hold, one bonus per member";
const keys = "a ledger row's key says what it stands for, and its sign what it did";
const perAddress = "at most one bonus per address, however it is spelled";
const addresses = "no more bonuses than addresses that had one, deleted accounts' included";
const completed = "a completed transformation used its gems once, and gave them back only on its owner's word";
const failed = "a failed transformation has its gems back, in full";
const settled = "as many transformations were completed as holds were settled";
const returns = "a return gives one earlier hold back, in full, to whom it was taken from";
const paid = "a paid purchase credited its buyer with its gems, once";
const takenBack = "a refund removes at most a purchase's gems, from its buyer, and a failed one returns them";
const refundedWhole = "a purchase is refunded when its refunds and lost disputes reach its price, and only then";
const totals = [expect.stringMatching(/^balances \d+, ledger \d+$/)];
const moreBonuses = [expect.stringMatching(/^bonuses \d+, addresses \d+$/)];

export const damages: Damage[] = [
  {
    what: "a balance that left its ledger",
    sql: ({ ada }) => move(ada, 1),
    finds: ({ ada }) => ({ [balance]: [ada], [total]: totals }),
  },
  {
    what: "a balance below 0",
    sql: ({ ada }) =>
      script(
        "alter table public.profiles drop constraint profiles_coins_check",
        `update public.profiles set coins = -1 where user_id = '${ada}'`,
      ),
    finds: ({ ada }) => ({
      [balance]: [ada],
      "no balance is below 0": [ada],
      [total]: [expect.stringMatching(/^balances -?\d+, ledger \d+$/)],
    }),
  },
  {
    what: "a ledger that spent what it never had, of an account that is gone",
    sql: ({ leaver }) =>
      `delete from public.coin_transactions where user_id = '${leaver}' and type in ('bonus', 'purchase')`,
    finds: ({ leaver, leaversPurchase }) => ({
      "no ledger ever fell below 0, in the order it was written, deleted accounts' included": [leaver],
      [paid]: [leaversPurchase],
    }),
  },
  {
    what: "a balance that is gone while its account is not",
    sql: ({ ada }) => `delete from public.profiles where user_id = '${ada}'`,
    finds: ({ ada }) => ({ "every account with ledger entries has a balance": [ada] }),
  },
  {
    what: "a key that stands for something else",
    sql: ({ completed: id }) =>
      `update public.coin_transactions set idempotency_key = 'other' where idempotency_key = 'usage:${id}'`,
    finds: ({ heldRow }) => ({ [keys]: [heldRow] }),
  },
  {
    what: "a bonus given twice to one member",
    sql: ({ ada }) => script(withoutUniqueKeys, entry(ada, "bonus", 2, `bonus:${ada}`), move(ada, 2)),
    finds: ({ ada }) => ({ [perKey]: [added], [perAddress]: [ada], [addresses]: moreBonuses }),
  },
  {
    what: "a bonus given again to another spelling of an address",
    sql: () =>
      script(
        `insert into auth.users (id, email) values ('${stranger}', 'B.ayo+again@gmail.com')`,
        `insert into public.profiles (user_id, coins) values ('${stranger}', 2)`,
        entry(stranger, "bonus", 2, `bonus:${stranger}`),
      ),
    finds: () => ({ [perAddress]: [stranger], [addresses]: moreBonuses }),
  },
  {
    what: "a completed transformation that cost nothing",
    sql: ({ ada, completed: id }) =>
      script(`delete from public.coin_transactions where idempotency_key = 'usage:${id}'`, move(ada, 1)),
    finds: ({ ada, completed: id }) => ({ [completed]: [id], [settled]: [ada] }),
  },
  {
    what: "a completed transformation whose gem came back",
    sql: ({ ada, completed: id }) => script(entry(ada, "refund", 1, `refund:${id}`, id), move(ada, 1)),
    finds: ({ ada, completed: id }) => ({ [completed]: [id], [settled]: [ada] }),
  },
  {
    what: "a result whose gem was given back and that says it still cost one",
    sql: ({ creditedBack: id }) => `update public.transformations set coins_used = 1 where id = '${id}'`,
    finds: ({ creditedBack: id }) => ({ [completed]: [id] }),
  },
  {
    what: "a third gem given back within 30 days",
    sql: ({ ada, completed: id }) =>
      script(
        entry(ada, "refund", 1, `credit-back:${id}`, id),
        move(ada, 1),
        `update public.transformations set coins_used = 0 where id = '${id}'`,
      ),
    finds: () => ({ "a member takes gems back for results at most twice within 30 days": [added] }),
  },
  {
    what: "a transformation that says it used another number of gems",
    sql: ({ completed: id }) => `update public.transformations set coins_used = 3 where id = '${id}'`,
    finds: ({ completed: id }) => ({ [completed]: [id] }),
  },
  {
    what: "a failed transformation that kept its gem",
    sql: ({ ada, failed: id }) =>
      script(`delete from public.coin_transactions where idempotency_key = 'refund:${id}'`, move(ada, -1)),
    finds: ({ ada, failed: id }) => ({ [failed]: [id], [settled]: [ada] }),
  },
  {
    what: "a hold returned twice under two keys",
    sql: ({ ada, failed: id }) => script(entry(ada, "refund", 1, `refund:${id}:2`, id), move(ada, 1)),
    finds: ({ ada, failed: id }) => ({
      [keys]: [added],
      [failed]: [id],
      "at most one hold and one return per transformation, deleted ones included": [id],
      [settled]: [ada],
    }),
  },
  {
    what: "a processing transformation that holds nothing",
    sql: ({ ada, processing: id }) =>
      script(`delete from public.coin_transactions where idempotency_key = 'usage:${id}'`, move(ada, 1)),
    finds: ({ ada, processing: id }) => ({
      "a processing transformation holds its gems once": [id],
      [settled]: [ada],
    }),
  },
  {
    what: "a transformation that has been processing for two days",
    sql: ({ processing: id }) =>
      `update public.transformations set created_at = now() - interval '2 days' where id = '${id}'`,
    finds: ({ processing: id }) => ({ "none is processing for longer than a day": [id] }),
  },
  {
    what: "a return of what was never held",
    sql: ({ ada }) => script(entry(ada, "refund", 1, `refund:${stranger}`, stranger), move(ada, 1)),
    finds: ({ ada }) => ({ [returns]: [added], [settled]: [ada] }),
  },
  {
    what: "a return to another member",
    sql: ({ ada, bayo, failed: id }) =>
      script(
        `update public.coin_transactions set user_id = '${bayo}' where idempotency_key = 'refund:${id}'`,
        move(ada, -1),
        move(bayo, 1),
      ),
    finds: ({ ada, bayo, failed: id, returnRow }) => ({
      [failed]: [id],
      [returns]: [returnRow],
      [settled]: [ada, bayo].sort(),
    }),
  },
  {
    what: "a miscounted gallery",
    sql: ({ bayo }) =>
      `update public.profiles set kept_transformations = kept_transformations + 1 where user_id = '${bayo}'`,
    finds: ({ bayo }) => ({ "a member keeps as many transformations as are counted": [bayo] }),
  },
  {
    what: "a purchase credited with another number of gems",
    sql: ({ ada, paid: reference }) =>
      script(
        `update public.coin_transactions set amount = amount - 1 where idempotency_key = 'purchase:${reference}'`,
        move(ada, -1),
      ),
    finds: ({ paid: reference }) => ({ [paid]: [reference] }),
  },
  {
    what: "a purchase credited twice",
    sql: ({ ada, paid: reference }) =>
      script(withoutUniqueKeys, entry(ada, "purchase", 50, `purchase:${reference}`), move(ada, 50)),
    finds: ({ paid: reference }) => ({ [perKey]: [added], [paid]: [reference] }),
  },
  {
    what: "a credit for a purchase that was not paid",
    sql: ({ ada, pending }) => script(entry(ada, "purchase", 8, `purchase:${pending}`), move(ada, 8)),
    finds: ({ pending }) => ({ "an unpaid purchase credits no gems": [pending] }),
  },
  {
    what: "a credit for no purchase at all",
    sql: ({ ada }) => script(entry(ada, "purchase", 8, "purchase:forged"), move(ada, 8)),
    finds: () => ({ "every credit is that of a purchase": [added] }),
  },
  {
    what: "a refunded purchase taken back twice",
    sql: ({ bayo, refunded }) => script(entry(bayo, "clawback", -1, `clawback:${refunded}:2`), move(bayo, -1)),
    finds: ({ refunded }) => ({ [takenBack]: [refunded] }),
  },
  {
    what: "more taken back than a purchase gave",
    sql: ({ bayo, refunded }) =>
      script(
        `update public.coin_transactions set amount = -9 where idempotency_key = 'clawback:${refunded}'`,
        move(bayo, -1),
      ),
    finds: ({ refunded }) => ({ [takenBack]: [refunded] }),
  },
  {
    what: "gems taken back although nothing was refunded",
    sql: ({ ada, paid: reference }) => script(entry(ada, "clawback", -1, `clawback:${reference}`), move(ada, -1)),
    finds: ({ paid: reference }) => ({ [takenBack]: [reference] }),
  },
  {
    what: "a removal of gems without a purchase",
    sql: ({ ada }) => script(entry(ada, "clawback", -1, "clawback:no-such"), move(ada, -1)),
    finds: () => ({ "every removal by a refund is that of a purchase": [added] }),
  },
  {
    what: "a failed refund whose gems did not come back",
    sql: ({ refunded }) => `update public.refunds set status = 'failed' where reference = '${refunded}'`,
    finds: ({ refunded }) => ({ [refundedWhole]: [refunded] }),
  },
  {
    what: "a batch's photo that was added later",
    sql: ({ batch }) => `update public.transformations set created_at = created_at + interval '1 second'
      where id = '${batch.waiting}'`,
    finds: ({ batch }) => ({
      "a batch began with all of its photos at once": [batch.waiting],
    }),
  },
  {
    what: "a batch's photo that is made twice",
    sql: ({ batch }) =>
      `update public.transformations set batch_position = 3 where id in ('${batch.failed}', '${batch.triedAgain}')`,
    finds: ({ batch }) => ({ "each photo of a batch is transformed once, for its owner": [batch.triedAgain] }),
  },
];
