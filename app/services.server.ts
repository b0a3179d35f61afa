import { createHmac, randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { CompiledQuery } from "kysely";
import { pino, type Logger } from "pino";
import type { ConstructorOptions } from "pg-boss";
import { accountMail } from "./account/account-mails.ts";
import type { Identity } from "./account/identity.ts";
import type { Mailbox } from "./account/mailbox.ts";
import type { Mailer } from "./account/mailer.ts";
import { brand } from "./brand.ts";
import type { Config } from "./config.server.ts";
import { createRateLimiter } from "./http/rate-limiter.server.ts";
import { createDatabase } from "./database/kysely-database.server.ts";
import type { OpenPostgres } from "./adapters/hosted/database/postgres-database.server.ts";
import type { OpenDatabase } from "./adapters/embedded/database/pglite-database.server.ts";
import type { PaymentProvider } from "./gems/payment-provider.ts";
import type { PaymentSandbox } from "./gems/payment-sandbox.ts";
import { startPurchaseSweeper } from "./gems/sweep-purchases.server.ts";
import type { PhotoHost } from "./photos/photo-host.ts";
import { createPhotoInspection } from "./photos/inspection/photo-inspection.server.ts";
import { sweepUnusedPhotos } from "./photos/sweep-unused-photos.server.ts";
import type { Services } from "./services.ts";
import { startSweeper } from "./sweeping/sweeper.server.ts";
import type { ImageGenerator } from "./transformations/image-generator.ts";
import { promptFor } from "./tools/catalogue.server.ts";
import { grantQueue, openJobQueue, startTransformationWorker } from "./transformations/transformation-worker.server.ts";

export interface RunningServices {
  services: Services;
  /** One line per part for the operator: which adapter, where its data is. */
  parts: string[];
  /** Stops taking jobs, lets running ones end or go back to the queue, and closes every part. */
  stop: () => Promise<void>;
}

/**
 * Builds every part once per process; the only importer of adapters. Adapters load on demand, so that a hosted process
 * carries no embedded part. `role` "worker" runs jobs whatever `WORKER` says.
 * @throws with one line for the operator when a part cannot start.
 */
export async function startServices(config: Config, role: "web" | "worker"): Promise<RunningServices> {
  const log = pino({ level: config.logLevel, base: { process: role } });
  const closing: (() => unknown)[] = [];
  const dataDirectory = resolve(config.dataDirectory);
  const sql = await openDatabase(config, dataDirectory);
  closing.push(sql.close);
  const database = createDatabase(sql.kysely);
  const mail = await openMail(config, dataDirectory);
  const identity = await openIdentity(config, dataDirectory, sql.kysely, mail.mailer, log, closing);
  const sessionSecret = config.sessionSecret ?? (await keptSecret(dataDirectory));
  const payments = await openPayments(config, dataDirectory, sessionSecret, log, closing);

  const { photoHost, line: photoHostLine } = await openPhotoHost(config, dataDirectory, log, closing);
  const photoInspection = createPhotoInspection({ log });
  closing.push(photoInspection.close);

  const runsJobs = role === "worker" || config.worker === "inline";
  const queue = await openJobQueue(sql.queue, log, { supervise: runsJobs });
  await sql.owner(grantQueue);
  closing.push(queue.stop);
  const { generator, line: generatorLine } = await openGenerator(config, log);
  closing.push(generator.close);
  if (runsJobs) {
    const work = { database, photoHost, generator, promptFor, log };
    const worker = await startTransformationWorker(queue, work, { concurrency: 2, alone: sql.alone });
    closing.push(worker.stop);
    closing.push(startPurchaseSweeper({ database, payments: payments.provider, log }).stop);
    const photosEveryHour = { name: "unused photos", everyMs: 3_600_000, log };
    closing.push(
      startSweeper(photosEveryHour, (signal) => sweepUnusedPhotos({ database, photoHost }, new Date(), signal)).stop,
    );
  }

  return {
    services: {
      appUrl: config.appUrl,
      supportEmail: config.supportEmail,
      contentSources: { images: [], formTargets: payments.formTargets },
      draining: false,
      log,
      database,
      identity: identity.identity,
      photoHost,
      photoInspection,
      queue,
      rateLimiter: createRateLimiter(
        (text, values) => sql.kysely.executeQuery(CompiledQuery.raw(text, values)),
        sessionSecret,
      ),
      payments: payments.provider,
      sandbox: payments.sandbox,
      engineName: generator.name,
      mailbox: mail.mailbox,
      sessionSecret,
      clientAddress: (request, socketAddress) =>
        (config.trustedProxy === "fly" && request.headers.get("Fly-Client-IP")) || socketAddress,
    },
    parts: [
      `database   ${sql.line}`,
      `identity   ${identity.line}`,
      `images     ${photoHostLine}`,
      `engine     ${generatorLine}${runsJobs ? "" : " (jobs run in npm run worker)"}`,
      `payments   ${payments.line}`,
      `mail       ${mail.line}`,
    ],
    stop: async () => {
      for (const close of closing.reverse()) await close();
    },
  };
}

interface OpenSql {
  kysely: OpenDatabase["kysely"] | OpenPostgres["kysely"];
  queue: Pick<ConstructorOptions, "db" | "connectionString" | "backend">;
  /** Runs a script as the schema's owner. */
  owner: (script: string) => Promise<void>;
  close: () => Promise<void>;
  /** No other process can be on this database. */
  alone: boolean;
  line: string;
}

async function openDatabase({ database }: Config, dataDirectory: string): Promise<OpenSql> {
  if (database.kind === "postgres") {
    const { openPostgresDatabase } = await import("./adapters/hosted/database/postgres-database.server.ts");
    const open = openPostgresDatabase(database.url);
    return {
      kysely: open.kysely,
      queue: { connectionString: database.url },
      owner: (script) => open.withConnection((connection) => connection.script(script)),
      close: open.close,
      alone: false,
      line: `PostgreSQL, ${new URL(database.url).host}`,
    };
  }
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const { openPgliteDatabase } = await import("./adapters/embedded/database/pglite-database.server.ts");
  const open = await openPgliteDatabase(dataDirectory);
  return {
    kysely: open.kysely,
    queue: { db: open.queue, backend: "pglite" },
    owner: open.script,
    close: open.close,
    alone: true,
    line: `embedded PostgreSQL (PGlite), ${join(dataDirectory, "database")}`,
  };
}

async function openPhotoHost(
  { photoHost }: Config,
  dataDirectory: string,
  log: Logger,
  closing: (() => unknown)[],
): Promise<{ photoHost: PhotoHost; line: string }> {
  if (photoHost.kind === "cloudinary") {
    const { createCloudinaryPhotoHost } = await import("./adapters/hosted/cloudinary/cloudinary-photo-host.server.ts");
    const host = createCloudinaryPhotoHost({ cloudinaryUrl: photoHost.url });
    closing.push(host.close);
    return { photoHost: host, line: `Cloudinary, ${host.cloudName}` };
  }
  const { createDiskPhotoHost } = await import("./adapters/embedded/photo-host/disk-photo-host.server.ts");
  const directory = join(dataDirectory, "photos");
  const host = createDiskPhotoHost({ directory, log });
  closing.push(host.close);
  return { photoHost: host, line: `disk, ${directory}` };
}

async function openGenerator({ generator }: Config, log: Logger): Promise<{ generator: ImageGenerator; line: string }> {
  if (generator.kind === "gemini") {
    const { createGeminiGenerator, geminiApiUrl, geminiImageModel } =
      await import("./adapters/hosted/gemini/gemini-generator.server.ts");
    const { apiKey, model = geminiImageModel, baseUrl = geminiApiUrl, apiVersion } = generator;
    const gemini = createGeminiGenerator({ apiKey, model, baseUrl, apiVersion, log });
    return { generator: gemini, line: `${gemini.name}, ${model}, ${new URL(baseUrl).host}` };
  }
  const { createDarkroom } = await import("./adapters/embedded/darkroom/darkroom.server.ts");
  const darkroom = createDarkroom({ log });
  return { generator: darkroom, line: darkroom.name };
}

async function openMail({ mail }: Config, dataDirectory: string) {
  if (mail.kind === "smtp") {
    const { createSmtpMailer } = await import("./adapters/hosted/smtp/smtp-mailer.server.ts");
    return { mailer: createSmtpMailer(mail), mailbox: null, line: `SMTP, ${new URL(mail.url).host}` };
  }
  if (mail.kind === "none")
    return { mailer: null, mailbox: null, line: "none: SMTP_URL is not set, receipts are not mailed" };
  const { createDiskMailbox } = await import("./adapters/embedded/mailbox/disk-mailbox.server.ts");
  const directory = join(dataDirectory, "mailbox");
  const mailbox: Mailer & Mailbox = await createDiskMailbox(directory);
  return { mailer: mailbox, mailbox, line: `mailbox page /mailbox, ${directory}` };
}

async function openIdentity(
  config: Config,
  dataDirectory: string,
  kysely: OpenSql["kysely"],
  mailer: Mailer | null,
  log: Logger,
  closing: (() => unknown)[],
): Promise<{ identity: Identity; line: string }> {
  const { createSupabaseIdentity } = await import("./adapters/hosted/supabase/supabase-identity.server.ts");
  const shared = { appUrl: config.appUrl, secureCookies: config.appUrl.startsWith("https:") };
  if (config.identity.kind === "supabase") {
    const { url, publishableKey, secretKey } = config.identity;
    return {
      identity: createSupabaseIdentity({ ...shared, url, publishableKey, secretKey }),
      line: `Supabase Auth, ${url}`,
    };
  }
  const { createEmbeddedIdentityServer } = await import("./adapters/embedded/identity/identity-server.server.ts");
  const { loadSigningKey } = await import("./adapters/embedded/identity/signing-key.server.ts");
  const server = createEmbeddedIdentityServer({
    kysely,
    signingKey: await loadSigningKey(dataDirectory),
    appUrl: config.appUrl,
    deliver: async (mail) => {
      if (!mailer) throw new Error("no mailer for account mail");
      await mailer.send(
        accountMail(mail, { appUrl: config.appUrl, brandName: brand.name, supportEmail: config.supportEmail }),
      );
    },
    onDeliveryFailed: (error) => log.error({ err: error }, "account mail was not delivered"),
    onUnexpectedError: (error) => log.error({ err: error }, "identity"),
  });
  closing.push(server.drain);
  const identity = createSupabaseIdentity({
    ...shared,
    url: config.appUrl,
    publishableKey: "embedded",
    fetch: server.fetch,
  });
  return { identity, line: `embedded (Supabase Auth protocol), in the database` };
}

interface OpenPayments {
  provider: PaymentProvider;
  sandbox: PaymentSandbox | null;
  /** Origins of the payment page, which the buying form ends at. */
  formTargets: string[];
  line: string;
}

async function openPayments(
  { payments, appUrl }: Config,
  dataDirectory: string,
  sessionSecret: string,
  log: Logger,
  closing: (() => unknown)[],
): Promise<OpenPayments> {
  const { createPaystackPayments, paystackApiUrl, paystackCheckoutOrigin } =
    await import("./adapters/hosted/paystack/paystack-payments.server.ts");
  if (payments.kind === "paystack") {
    const apiUrl = payments.apiUrl ?? paystackApiUrl;
    return {
      provider: createPaystackPayments({ secretKey: payments.secretKey, apiUrl, log }),
      sandbox: null,
      // A stand-in for Paystack serves its payment page itself.
      formTargets: [paystackCheckoutOrigin, ...(payments.apiUrl ? [new URL(payments.apiUrl).origin] : [])],
      line: `Paystack, ${apiUrl}`,
    };
  }
  const { openPaymentSandbox } = await import("./adapters/embedded/payment-sandbox/payment-sandbox.server.ts");
  const directory = join(dataDirectory, "payment-sandbox");
  // The same key in every process that shares the session secret: one may get the webhook of another's payment.
  const secretKey = `sk_test_${createHmac("sha256", sessionSecret).update("payment sandbox").digest("hex")}`;
  const sandbox = await openPaymentSandbox({
    directory,
    secretKey,
    checkoutUrl: (accessCode) => `${appUrl}/sandbox/paystack/${accessCode}`,
    webhookUrl: `${appUrl}/api/paystack/webhook`,
    log,
  });
  closing.push(sandbox.close);
  return {
    provider: createPaystackPayments({ secretKey, fetch: sandbox.fetch, log }),
    sandbox,
    formTargets: [],
    line: `sandbox (no money moves), ${directory}`,
  };
}

/** The signing secret of the embedded mode, made once and kept. */
async function keptSecret(dataDirectory: string): Promise<string> {
  const file = join(dataDirectory, "session-secret");
  try {
    return await readFile(file, "utf8");
  } catch {
    await writeFile(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
    return readFile(file, "utf8");
  }
}
