import { openAsBlob } from "node:fs";
import { photoFixtures } from "../../../tests/fixtures/photo-fixtures.ts";
import { aligned, sum } from "../../../perf/report.ts";
import type { ProofResult, ProofRun } from "../resilience.ts";
import { seededRandom } from "../seeded-random.ts";
import { runFullDisk } from "./disk-full.ts";
import { type Fault, noPage } from "./fault.ts";
import { type FaultyProduct, openFaultyProduct } from "./faulty-product.ts";
import { clockFaults, requestFaults } from "./other-faults.ts";
import { paymentFaults } from "./payment-faults.ts";
import { databaseFaults, engineFaults, identityFaults, imageHostFaults, mailFaults } from "./service-faults.ts";
import { auditGems } from "../../../app/gems/audit/audit-gems.server.ts";
import { accountOf } from "../../database/members.ts";
import { newAccount } from "../product/visitor.ts";
import { newPerson, type Page, type Person } from "../product/person.ts";

const faults: readonly Fault[] = [
  ...databaseFaults,
  ...imageHostFaults,
  ...engineFaults,
  ...paymentFaults,
  ...identityFaults,
  ...mailFaults,
  ...requestFaults,
  ...clockFaults,
];

/**
 * Injects each fault of docs/product/quality.md during a member's task. Reports the text of the page, the ledger, and
 * lost photos.
 */
export async function proveFaults({ seed, sample, closing }: ProofRun): Promise<ProofResult> {
  const product = await openFaultyProduct(closing);
  const photo = await openAsBlob((await photoFixtures()).snapshot, { type: "image/jpeg" });
  const rows: string[][] = [];
  const problems: string[] = [];
  for (const fault of sample ? sampleOf(seed) : faults) {
    const result = await runFault(product, fault, photo);
    rows.push([fault.of, fault.what, result.saw, result.ledger, result.lost.join("; ") || "nothing"]);
    problems.push(...[...result.lost, ...result.wrong].map((problem) => `${fault.of}, ${fault.what}: ${problem}`));
  }
  // Opening the embedded database takes seconds, too long for a sample.
  const disk = sample ? null : await runFullDisk(closing, photo);
  if (!sample && !disk) console.log("SKIPPED: a full disk: mounting one takes root.");
  rows.push(...(disk?.rows ?? []));
  problems.push(...(disk?.problems ?? []));
  const table = aligned([["of", "fault", "the person saw", "the ledger", "lost"], ...rows]);
  return { passed: problems.length === 0, text: [...table, "", ...problems].join("\n") };
}

/** A random fault of each part, long ones excluded. */
function sampleOf(seed: number): Fault[] {
  const random = seededRandom(seed);
  return [
    ...Map.groupBy(
      faults.filter(({ long }) => !long),
      ({ of }) => of,
    ).values(),
  ].flatMap((kind) => {
    const [first, ...others] = kind;
    return first ? [random.pick([first, ...others])] : [];
  });
}

const gems = 10;

/** Runs one fault with a new member. Returns the text of the pages, the ledger as a sum, and all losses and errors. */
async function runFault(product: FaultyProduct, fault: Fault, photo: Blob) {
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

/** Lists missing or unreadable photos and results of the person, and transformations that are still in progress. */
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
