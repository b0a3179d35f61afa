import { auditGems } from "../../../app/gems/audit/audit-gems.server.ts";
import { sum } from "../../../perf/statistics.ts";
import { accountOf } from "../../database/members.ts";
import { newAccount } from "../product/visitor.ts";
import { type Fault, noPage } from "./fault.ts";
import type { FaultyProduct } from "./faulty-product.ts";
import type { Page } from "../product/page.ts";
import { newPerson, type Person } from "../product/person.ts";

const gems = 10;

/** Lets a new member meet one fault: the words of the page, the ledger in a row, and what is lost or wrong afterwards. */
export async function runFault(product: FaultyProduct, fault: Fault, photo: Blob) {
  const account = await newAccount(product.kysely, gems);
  const person = newPerson(product, account, photo);
  await person.visitor.signIn(account);
  const wrong: string[] = [];
  const begun = await entriesOf(product, person);
  const before = (await fault.before?.(person, product)) ?? noPage;
  const had = await photosOf(product, person);
  let page = noPage;
  let then = "";
  try {
    await fault.inject(product);
    page = await fault.during(person, before, product);
  } catch (error) {
    wrong.push(`no page came: ${String(error)}`);
  } finally {
    await fault.restore(product);
  }
  const saw = seenOn(page);
  if (!fault.sees.test(saw)) wrong.push(`saw "${saw}" (${page.status})`);
  if (fault.after) {
    then = await fault.after(person, page, before).then(seenOn, (error: unknown) => String(error));
    if (fault.seesThen && !fault.seesThen.test(then)) wrong.push(`then saw "${then}"`);
  }
  const lost = await missingOf(product, person, had);
  const entries = (await entriesOf(product, person)).slice(begun.length);
  if (entries.join() !== fault.ledger.join()) wrong.push(`the ledger has ${entries.join(" ") || "no entries"}`);
  const broken = (await auditGems(product.kysely)).filter(({ violations }) => violations.length);
  wrong.push(...broken.map(({ check }) => `broken: ${check.invariant}`));
  return {
    saw: [saw, ...(fault.after ? [`then: ${then}`] : [])].join(" → "),
    ledger: [account.gems, ...entries.map(signed), "=", account.gems + sum(entries)].join(" "),
    lost,
    wrong,
  };
}

const seenOn = ({ text, location }: Page) =>
  text || (location && !location.startsWith("/") ? "the payment page" : "nothing");

const photosOf = ({ kysely }: FaultyProduct, { account }: Person) =>
  kysely.selectFrom("photos").select(["id", "kind"]).where("user_id", "=", account.id).execute();

async function entriesOf({ kysely }: FaultyProduct, { account }: Person): Promise<number[]> {
  const { ledger } = await accountOf(kysely, account.id);
  return ledger.map(({ amount }) => amount);
}

/** Every photo the person had, and every result made since, can be seen by them; nothing is still being worked on. */
async function missingOf(product: FaultyProduct, person: Person, had: readonly { id: string }[]): Promise<string[]> {
  const have = await photosOf(product, person);
  const missing = had.filter(({ id }) => !have.some((photo) => photo.id === id)).map(({ id }) => `photo ${id}`);
  for (const { id, kind } of have) {
    const fault = await person.visitor.pictureFault(`/images/${id}/full`);
    if (fault) missing.push(`${kind} ${id} cannot be seen (${fault})`);
  }
  const { kysely } = product;
  const rows = kysely.selectFrom("transformations").select(["id", "status", "result_photo_id"]);
  for (const row of await rows.where("user_id", "=", person.account.id).execute()) {
    if (
      row.status === "processing" ||
      (row.status === "completed" && !have.some(({ id }) => id === row.result_photo_id))
    )
      missing.push(`transformation ${row.id} is ${row.status}`);
  }
  return missing;
}

const signed = (amount: number) => (amount < 0 ? `− ${-amount}` : `+ ${amount}`);
