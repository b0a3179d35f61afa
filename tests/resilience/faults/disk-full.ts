import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPgliteDatabase } from "../../../app/adapters/embedded/database/pglite-database.server.ts";
import { auditGems } from "../../../app/gems/audit/audit-gems.server.ts";
import { productProcess } from "../../../perf/servers/product.ts";
import { sum } from "../../../perf/report.ts";
import { freePort } from "../../free-port.ts";
import { newPerson } from "../product/person.ts";
import { newAccount } from "../product/visitor.ts";

/** Space for the database and a few photos. */
const diskMegabytes = 128;
/** Messages about a full disk, or text of pages that still worked. */
const handled =
  /could not be saved just now|can't (save anything|send emails) right now|could not reach the sign-in service|Nothing was charged|Gallery|Hello, Ada|Enhancing your photo|lagos|sandbox/i;

/**
 * Runs the embedded product on its own disk, fills the disk while a member has a draft, and frees it later. Returns
 * null where no disk can be mounted (it requires root).
 */
export async function runFullDisk(closing: AsyncDisposableStack, photo: Blob) {
  const folder = smallDisk(closing);
  if (!folder) return null;
  const dataDirectory = join(folder, "data");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { kysely, close } = await openPgliteDatabase(dataDirectory);
  const account = await newAccount(kysely, 10).finally(close);
  const environment = { PORT: String(port), APP_URL: url, DATA_DIR: dataDirectory, LOG_LEVEL: "silent" };
  const product = productProcess("web", environment);
  closing.defer(product.kill);
  await product.start();
  const person = newPerson({ url }, account, photo);
  await person.visitor.signIn(account);
  const draft = await person.upload();
  const sendPhoto = (path: string, name: string) => {
    const form = new FormData();
    form.set(name, photo, "lagos.jpg");
    return person.send(path, form);
  };
  const stranger = newPerson({ url }, account, photo);
  const { email, password } = account;
  const credentials = new URLSearchParams({ email, password });
  const newcomer = { email: "ada@example.com", password, confirmPassword: password, fullName: "Ada Obi" };
  const ballast = fill(folder);
  const during: Record<string, string> = {};
  for (const [what, look] of Object.entries({
    "a photo is sent": () => person.upload(),
    "a photo is chosen for several": () => sendPhoto("/surprise-me/batch", "photos"),
    "a visitor tries a photo": () => sendPhoto("/try", "image"),
    "a gem is spent": () => person.spend(draft),
    "gems are bought": () => person.choosePackage(),
    "the gallery is read": () => person.look("/gallery"),
    "an account is made": () => stranger.send("/register", new URLSearchParams(newcomer)),
    "another link is asked for": () => stranger.send("/verify-email", credentials),
    "a password is forgotten": () => stranger.send("/forgot-password", credentials),
    "a member signs in": () => stranger.send("/login", credentials),
  })) {
    during[what] = await look().then(({ text, status }) => text || String(status), String);
  }
  rmSync(ballast);
  // A full disk may have ended the process through its database: a supervisor would start it again.
  await product.kill();
  await product.start();
  const made = await person.watch(await person.spend(draft));
  await product.stop();
  const books = await openPgliteDatabase(dataDirectory);
  const [audit, ledger] = await Promise.all([
    auditGems(books.kysely),
    books.kysely.selectFrom("coin_transactions").select("amount").execute(),
  ]).finally(books.close);
  const balance = sum(ledger.map(({ amount }) => amount));
  const problems = [
    ...audit.filter(({ violations }) => violations.length).map(({ check }) => `broken: ${check.invariant}`),
    ...(/lagos/.test(made.text) ? [] : [`with space again: ${made.text}`]),
    ...(balance === account.gems - 1 ? [] : [`the balance is ${balance}`]),
    ...Object.entries(during).flatMap(([what, text]) => (handled.test(text) ? [] : [`${what}: "${text}"`])),
  ];
  const rows = Object.entries(during).map(([what, text]) => ["disk", `full when ${what}`, text, "", "nothing"]);
  rows.push(["disk", "with space again, the gem is spent", made.text, `${account.gems} − 1 = ${balance}`, "nothing"]);
  return { rows, problems: problems.map((problem) => `disk: ${problem}`) };
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

/** Fills the disk to the last block. Returns the file to remove for free space. */
function fill(folder: string): string {
  const ballast = join(folder, "ballast");
  const block = Buffer.alloc(1024 * 1024);
  for (const size of [block.length, 4096]) {
    try {
      for (;;) writeFileSync(ballast, block.subarray(0, size), { flag: "a" });
    } catch {
      // No space for a block of this size.
    }
  }
  return ballast;
}
