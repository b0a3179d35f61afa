import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CapturedMail, Mailbox, Mailer } from "../../../server/mail/mailer.ts";

const mostMails = 200;

/** Larger than any of our mails. */
const probeBytes = 128 * 1024;

/** One JSON file per mail in `directory`, the newest 200, for the /mailbox page. */
export async function createDiskMailbox(directory: string): Promise<Mailer & Mailbox> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  let sent = 0;
  const names = async () =>
    (await readdir(directory))
      .filter((name) => name.endsWith(".json"))
      .sort()
      .reverse();
  return {
    async send(mail) {
      const captured: CapturedMail = { ...mail, id: randomUUID(), sentAt: new Date().toISOString() };
      const place = String((sent += 1)).padStart(9, "0");
      const name = `${captured.sentAt.replace(/[:.]/g, "-")}-${place}-${captured.id}.json`;
      const unfinished = join(directory, `.${name}`);
      await writeFile(unfinished, JSON.stringify(captured), { mode: 0o600 });
      await rename(unfinished, join(directory, name));
      const old = (await names()).slice(mostMails);
      await Promise.all(old.map((oldName) => rm(join(directory, oldName), { force: true })));
    },
    async isFull() {
      const probe = join(directory, `.probe-${randomUUID()}`);
      try {
        await writeFile(probe, Buffer.alloc(probeBytes), { mode: 0o600 });
        return false;
      } catch {
        return true;
      } finally {
        await rm(probe, { force: true }).catch(() => {});
      }
    },
    async list() {
      const texts = await Promise.all(
        (await names()).slice(0, mostMails).map((name) => readFile(join(directory, name), "utf8")),
      );
      return texts.map((text) => JSON.parse(text) as CapturedMail);
    },
  };
}
