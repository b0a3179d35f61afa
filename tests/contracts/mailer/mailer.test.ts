import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { accountMail } from "../../../app/account/mails/account-mails.ts";
import type { Mail, Mailer } from "../../../app/server/mail/mailer.ts";
import { createDiskMailbox } from "../../../app/adapters/embedded/mailbox/disk-mailbox.server.ts";
import { checkSmtp, createSmtpMailer, smtpOptions } from "../../../app/adapters/hosted/smtp/smtp-mailer.server.ts";
import { readTakenMail, type SmtpServer, startSmtpServer } from "../../servers/smtp/smtp-server.ts";

const from = "Photogem <hello@photogem.example>";
const sender = { appUrl: "https://photogem.example", brandName: "Photogem", supportEmail: "support@photogem.example" };
const confirmation = (to: string): Mail =>
  accountMail({ kind: "confirmation", to, fullName: "Ọlá Àjàyí", tokenHash: "t".repeat(43) }, sender);

/** A mailer and its delivered mails, oldest first. */
interface MailerUnderTest {
  mailer: Mailer;
  handedOver(): Promise<Mail[]>;
  close(): Promise<void>;
}

const adapters: Record<string, () => Promise<MailerUnderTest>> = {
  "an SMTP server": async () => {
    const server = await startSmtpServer();
    const mailer = createSmtpMailer({ url: server.url, from });
    return {
      mailer,
      handedOver: async () => server.mails.map(readTakenMail),
      close: async () => {
        mailer.close();
        await server.close();
      },
    };
  },
  "the mailbox": async () => {
    const directory = await mkdtemp(join(tmpdir(), "photogem-mailbox-"));
    const mailbox = await createDiskMailbox(directory);
    return {
      mailer: mailbox,
      handedOver: async () =>
        (await mailbox.list()).reverse().map(({ to, subject, text, html }) => ({ to, subject, text, html })),
      close: () => rm(directory, { recursive: true }),
    };
  },
};

const realSmtp = process.env["TEST_SMTP_URL"];
const mailpit = process.env["TEST_SMTP_MAILBOX_URL"];
if (realSmtp && mailpit) {
  adapters["a real SMTP server, read in its Mailpit"] = async () => {
    const mailer = createSmtpMailer({ url: realSmtp, from });
    const asked = async (path: string) => (await fetch(`${mailpit}/api/v1/${path}`)).json() as Promise<unknown>;
    const listSchema = z.object({ messages: z.array(z.object({ ID: z.string() })) });
    const addresses = z.array(z.object({ Address: z.string() }));
    const mailSchema = z.object({ To: addresses, Subject: z.string(), Text: z.string(), HTML: z.string() });
    return {
      mailer,
      handedOver: async () => {
        const { messages } = listSchema.parse(await asked("messages?limit=50"));
        const read = messages.reverse().map(async ({ ID }) => mailSchema.parse(await asked(`message/${ID}`)));
        return (await Promise.all(read)).map(({ To, Subject, Text, HTML }) => ({
          to: To.map(({ Address }) => Address).join(),
          subject: Subject,
          text: Text.trim(),
          html: HTML,
        }));
      },
      close: async () => mailer.close(),
    };
  };
} else
  process.stderr.write("SKIPPED: the mail contract on a real server; set TEST_SMTP_URL and TEST_SMTP_MAILBOX_URL.\n");

describe.each(Object.entries(adapters))("mail by %s", (_name, open) => {
  let under: MailerUnderTest;
  beforeAll(async () => {
    under = await open();
  });
  afterAll(() => under.close());

  test("delivers subject, text and HTML unchanged", async () => {
    const mail = confirmation("ada@example.com");
    await under.mailer.send(mail);
    expect((await under.handedOver()).at(-1)).toEqual(mail);
  });

  test("delivers each mail to its own address only", async () => {
    const before = (await under.handedOver()).length;
    for (const name of ["a", "b", "c"]) await under.mailer.send(confirmation(`${name}@example.com`));
    const sent = (await under.handedOver()).slice(before);
    expect(sent.map(({ to }) => to)).toEqual(["a@example.com", "b@example.com", "c@example.com"]);
  });

  test("allows no header injection through the subject", async () => {
    await under.mailer.send({ ...confirmation("ada@example.com"), subject: "Hello\r\nBcc: eve@example.com" });
    const [mail] = (await under.handedOver()).slice(-1);
    expect(mail?.to).toBe("ada@example.com");
  });
});

test("the mailbox says that it is full where nothing can be stored, and leaves nothing behind where it can", async () => {
  const directory = await mkdtemp(join(tmpdir(), "photogem-mailbox-"));
  const mailbox = await createDiskMailbox(directory);
  expect(await mailbox.isFull?.()).toBe(false);
  expect(await readdir(directory)).toEqual([]);
  await rm(directory, { recursive: true });
  expect(await mailbox.isFull?.()).toBe(true);
});

describe("an SMTP server", () => {
  let server: SmtpServer;
  beforeAll(async () => {
    server = await startSmtpServer();
  });
  afterEach(() => void (server.fault = null));
  afterAll(() => server.close());

  const send = async (url = server.url) => {
    const mailer = createSmtpMailer({ url, from });
    try {
      await mailer.send(confirmation("ada@example.com"));
    } finally {
      mailer.close();
    }
  };

  test("receives the sender, the one recipient and its own credentials", async () => {
    await send();
    const mail = server.mails.at(-1);
    expect(mail).toMatchObject({ from: "hello@photogem.example", to: ["ada@example.com"], user: "photogem" });
    expect(mail?.source).toMatch(/^From: Photogem <hello@photogem\.example>$/m);
    expect(mail?.source).toMatch(/^To: ada@example\.com$/m);
    expect(mail?.source).not.toMatch(/^B?cc:/im);
  });

  test("receives every mail marked as written by a machine", async () => {
    await send();
    expect(server.mails.at(-1)?.source).toMatch(/^Auto-Submitted: auto-generated$/m);
  });

  test("receives no password and no mail without TLS unless it is local", async () => {
    // The same machine under a name that counts as another machine's.
    const elsewhere = server.url.replace("127.0.0.1", "[::ffff:127.0.0.1]");
    const before = server.mails.length;
    await expect(send(elsewhere)).rejects.toMatchObject({ code: "ETLS" });
    expect(await checkSmtp(elsewhere)).toBe("offers no TLS, so no password is sent");
    expect(server.mails).toHaveLength(before);
    expect(smtpOptions("smtp://user:secret@mail.example:587").requireTLS).toBe(true);
    expect(smtpOptions("smtps://user:secret@mail.example").requireTLS).toBe(false);
    expect(smtpOptions(server.url).requireTLS).toBe(false);
  });

  test.each([
    ["refuses-recipient", /550/],
    ["refuses-mail", /552/],
    ["hangs-up", /closed/],
  ] as const)("fails the mail when the server %s", async (fault, message) => {
    server.fault = fault;
    const before = server.mails.length;
    await expect(send()).rejects.toThrow(message);
    expect(server.mails).toHaveLength(before);
  });

  test("fails the mail when the server rejects our credentials or is down", async () => {
    await expect(send(server.url.replace("smtp%20secret", "guess"))).rejects.toThrow(/535/);
    await expect(send("smtp://127.0.0.1:9")).rejects.toThrow(/ECONNREFUSED/);
  });
});
