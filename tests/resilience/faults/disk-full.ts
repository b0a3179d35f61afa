import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPgliteDatabase } from "../../../app/adapters/embedded/database/pglite-database.server.ts";
import { auditGems } from "../../../app/gems/audit/audit-gems.server.ts";
import { freePort } from "../../free-port.ts";
import { newAccount } from "../product/visitor.ts";
import { productProcess } from "../product/product-process.ts";
import { newPerson } from "./person.ts";

export interface DiskFull {
  rows: string[][];
  problems: string[];
}

/** Room for the database and a few photos. */
const diskMegabytes = 128;
const gems = 10;

/**
 * The embedded product on a disk of its own that becomes full while a member has a photo in hand, and has room again
 * later. Null where no disk can be made (it takes root).
 */
export async function runFullDisk(closing: AsyncDisposableStack, photo: Blob): Promise<DiskFull | null> {
  const folder = smallDisk(closing);
  if (!folder) return null;
  const dataDirectory = join(folder, "data");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { kysely, close } = await openPgliteDatabase(dataDirectory);
  const account = await newAccount(kysely, gems).finally(close);
  const product = productProcess("web", {
    PORT: String(port),
    APP_URL: url,
    DATA_DIR: dataDirectory,
    LOG_LEVEL: "silent",
  });
  closing.defer(product.kill);
  await product.start();
  const person = newPerson({ url }, account, photo);
  await person.visitor.signIn(account);
  const draft = await person.upload();
  const stranger = newPerson({ url }, account, photo);
  const { email, password } = account;
  const credentials = new URLSearchParams({ email, password });
  const newcomer = new URLSearchParams({
    email: "ada@example.com",
    password,
    confirmPassword: password,
    fullName: "Ada Obi",
  });
  const ballast = fill(folder);
  const during = {
    "a photo is sent": await textOf(() => person.upload()),
    "a photo is chosen for several": await textOf(() => person.send("/surprise-me/batch", photoForm(photo, "photos"))),
    "a visitor tries a photo": await textOf(() => person.send("/try", photoForm(photo, "image"))),
    "a gem is spent": await textOf(() => person.spend(draft)),
    "gems are bought": await textOf(() => person.choosePackage()),
    "the gallery is read": await textOf(() => person.look("/gallery")),
    "an account is made": await textOf(() => stranger.send("/register", newcomer)),
    "another link is asked for": await textOf(() => stranger.send("/verify-email", credentials)),
    "a password is forgotten": await textOf(() => stranger.send("/forgot-password", credentials)),
    "a member signs in": await textOf(() => stranger.send("/login", credentials)),
  };
  rmSync(ballast);
  // A database that result a full disk may have ended the process: its supervisor starts it again.
  await product.kill();
  await product.start();
  const made = await person.watch(await person.spend(draft));
  await product.stop();
  const books = await openPgliteDatabase(dataDirectory);
  const [audit, ledger] = await Promise.all([
    auditGems(books.kysely),
    books.kysely.selectFrom("coin_transactions").select("amount").orderBy("id").execute(),
  ]).finally(books.close);
  const entries = ledger.map(({ amount }) => amount);
  const balance = entries.reduce((sum, amount) => sum + amount, 0);
  const broken = audit
    .filter(({ violations }) => violations.length)
    .map(({ check }) => `disk: broken: ${check.invariant}`);
  const problems = [
    ...broken,
    ...(/lagos/.test(made.text) ? [] : [`disk: with room again: ${made.text}`]),
    ...(balance === account.gems - 1 ? [] : [`disk: the balance is ${balance}`]),
    ...Object.entries(during).flatMap(([what, text]) => (isHandled(text) ? [] : [`disk: ${what}: "${text}"`])),
  ];
  const rows = Object.entries(during).map(([what, text]) => ["disk", `full when ${what}`, text, "", "nothing"]);
  rows.push(["disk", "with room again, the gem is spent", made.text, `${account.gems} − 1 = ${balance}`, "nothing"]);
  return { rows, problems };
}

/** The words of a full disk, or what still worked. */
const isHandled = (text: string) =>
  /could not be saved just now|can't (save anything|send emails) right now|could not reach the sign-in service|Nothing was charged|Gallery|Hello, Ada|Enhancing your photo|lagos|sandbox/i.test(
    text,
  );

function photoForm(photo: Blob, name: string): FormData {
  const form = new FormData();
  form.set(name, photo, "lagos.jpg");
  return form;
}

async function textOf(look: () => Promise<{ text: string; status: number }>): Promise<string> {
  try {
    const { text, status } = await look();
    return text || String(status);
  } catch (error) {
    return String(error);
  }
}

function smallDisk(closing: AsyncDisposableStack): string | null {
  const folder = mkdtempSync(join(tmpdir(), "photogem-disk-"));
  closing.defer(() => rmdirSync(folder));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskMegabytes}m`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return null;
  }
  closing.defer(() => void execFileSync("umount", ["-l", folder]));
  return folder;
}

/** Fills the disk to the last byte; returns what to remove to have room again. */
function fill(folder: string): string {
  const ballast = join(folder, "ballast");
  const block = Buffer.alloc(1024 * 1024);
  for (const size of [block.length, 4096]) {
    try {
      for (;;) writeFileSync(ballast, block.subarray(0, size), { flag: "a" });
    } catch {
      // No room for one of this size.
    }
  }
  return ballast;
}
