import type { Logger } from "pino";
import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openDatabase, type OpenSql } from "./adapters/open-database.server.ts";
import { openGenerator } from "./adapters/open-generator.server.ts";
import { openGeolocation } from "./adapters/open-geolocation.server.ts";
import { openIdentity } from "./adapters/open-identity.server.ts";
import { openMail } from "./adapters/open-mail.server.ts";
import { openPayments } from "./adapters/open-payments.server.ts";
import { openPhotoHost } from "./adapters/open-photo-host.server.ts";
import { openSight } from "./adapters/open-sight.server.ts";
import type { Config } from "./config.server.ts";
import type { Database } from "./server/database/database.ts";
import { waitForDatabase } from "./server/database/wait-for-database.ts";
import { createHealthChecks, type Health, processCheck } from "./server/http/health/health-checks.ts";
import type { RateLimiter } from "./server/http/limits/limits.ts";
import type { Metrics } from "./server/observability/metrics/metrics.server.ts";
import type { Observer } from "./server/observability/observe.server.ts";
import {
  observedAdapters,
  observedDatabase,
  observedIdentityFetch,
} from "./server/observability/observed-adapters.server.ts";
import { openObservability } from "./server/observability/open-observability.server.ts";
import { createPhotoInspection } from "./photos/inspection/photo-inspection.server.ts";
import type { ImageGenerator } from "./transformations/image-generator.ts";
import type { JobQueue } from "./transformations/running/transformation-worker.server.ts";
import type { Identity } from "./account/identity.ts";
import type { CountryLookup } from "./gems/currency/currency.ts";
import type { PaymentProvider } from "./gems/payment-provider.ts";
import type { PaymentSandbox } from "./gems/sandbox/payment-sandbox.ts";
import type { PhotoSight } from "./photos/advice/photo-sight.ts";
import type { PhotoInspection } from "./photos/inspection/photo-inspection.ts";
import type { PhotoHost } from "./photos/photo-host.ts";
import type { Site } from "./server/http/site.ts";
import type { Mailbox, Mailer } from "./server/mail/mailer.ts";
import type { Observation } from "./server/observability/observation.ts";
import type { Requesting } from "./transformations/requesting/requesting.ts";

const jobGraceMs = 30_000;

/** Every part of the process, by name; contexts.server.ts passes them to handlers. */
export interface Services extends Site, Health, Requesting {
  log: Logger;
  observation: Observation;
  database: Database;
  identity: Identity;
  photoHost: PhotoHost;
  photoInspection: PhotoInspection;
  photoSight: PhotoSight | null;
  payments: PaymentProvider;
  sandbox: PaymentSandbox | null;
  rateLimiter: RateLimiter;
  mailer: Mailer | null;
  mailbox: Mailbox | null;
  countries: CountryLookup;
  /** Reads the client's address from the trusted proxy's header or the socket. */
  clientAddress: (request: Request, socketAddress: string) => string;
}

export interface PreparedServices {
  services: Services;
  observer: Observer;
  metrics: Metrics | null;
  /**
   * Opens the database, waiting while it is unavailable, and starts jobs. Returns one line per part.
   * @throws an error with a message for the operator.
   */
  start: () => Promise<string[]>;
  /** Takes no more jobs and waits up to 30 s for running ones. */
  stopJobs: () => Promise<void>;
  /** Also closes every part; unfinished jobs return to the queue. */
  stop: () => Promise<void>;
}

/**
 * Builds every part once per process. Adapters load on demand. `role` "worker" runs jobs regardless of
 * `WORKER`.
 */
export async function prepareServices(config: Config, role: "web" | "worker"): Promise<PreparedServices> {
  const closing: (() => unknown)[] = [];
  const working: (() => Promise<void>)[] = [];
  const dataDirectory = resolve(config.dataDirectory);
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const sessionSecret = config.sessionSecret ?? (await embeddedSecret(dataDirectory));

  const opening = Promise.withResolvers<OpenSql>();
  const queueing = Promise.withResolvers<JobQueue>();
  // Early requests wait; `start` reports a failure once.
  for (const deferred of [opening, queueing]) deferred.promise.catch(() => {});
  let poolUse: OpenSql["poolUse"] = null;
  const { observer, log, metrics, close } = await openObservability(config, role, {
    backlog: async () => {
      const { readBacklog } = await import("./server/observability/read-backlog.server.ts");
      return readBacklog(database, { mails: config.mail.kind !== "none" });
    },
    pool: () => poolUse?.() ?? null,
    picturePrice: config.generator.kind === "gemini" ? config.generator.pictureNaira : undefined,
  });
  closing.push(close);
  const database = observedDatabase(deferredDatabase(opening.promise), observer);

  const observed = observedAdapters(config, observer);
  const opened = await openMail(config, dataDirectory);
  const mail = { ...opened, mailer: opened.mailer && observed.mailer(opened.mailer) };
  const identity = await openIdentity({
    config,
    dataDirectory,
    kysely: opening.promise.then((sql) => sql.kysely),
    mailer: mail.mailer,
    observed: (fetch, provider) => observedIdentityFetch(fetch, observer, provider),
    onLimit: (limit) => observer.noted({ what: "identity-limit", outcome: limit }),
    log,
  });
  const payments = await openPayments(config, dataDirectory, sessionSecret, log, closing);
  const photos = await openPhotoHost(config, dataDirectory, log, closing);
  const photoInspection = createPhotoInspection({ log });
  closing.push(photoInspection.close);
  const sight = await openSight(log);
  if (sight) closing.push(sight.close);
  const {
    generator,
    describe: describeEngine,
    check: engineCheck,
  } = await openGenerator(config, sight, log, (state) => observer.noted({ what: "picture", state }));
  const jobs = countJobs(generator);
  const engine = observed.generator(jobs.generator);
  closing.push(engine.close);
  // Remote generators use none of this machine's CPU.
  const jobsFirst = () => generator.model === null && jobs.running() >= availableParallelism();
  const photoSight = (await sight?.openPhotoSight(jobsFirst)) ?? null;
  if (photoSight) closing.push(photoSight.close);

  const geolocation = await openGeolocation(config, log);

  const partChecks = {
    schema: processCheck(async () => (await (await opening.promise).problem())?.text ?? null),
    identity: identity.check,
    images: photos.check,
    engine: engineCheck,
    nets: sight?.check ?? null,
    payments: payments.check,
    mail: mail.check,
  };

  const services: Services = {
    appUrl: config.appUrl,
    supportEmail: config.supportEmail,
    contentSources: { images: [], formTargets: payments.formTargets },
    started: false,
    waitsFor: null,
    draining: false,
    log,
    observation: observer,
    partChecks: createHealthChecks(partChecks),
    database,
    identity: identity.identity,
    photoHost: observed.photoHost(photos.photoHost),
    photoInspection,
    photoSight,
    queue: { add: async (sql, job) => (await queueing.promise).add(sql, job) },
    generationLimits: config.generationLimits,
    rateLimiter: deferredRateLimiter(opening.promise, sessionSecret),
    payments: observed.payments(payments.provider),
    sandbox: payments.sandbox,
    engine,
    mailer: mail.mailer,
    mailbox: mail.mailbox,
    adultsOnly: generator.model !== null,
    allowsEmbedded: config.allowsEmbedded,
    serviceWorker: config.serviceWorker,
    sessionSecret,
    countries: geolocation.countries,
    clientAddress: (request, socketAddress) =>
      (config.trustedProxy === "fly" && request.headers.get("Fly-Client-IP")) || socketAddress,
  };
  const stopJobs = async () => {
    const ended = Promise.all(working.splice(0).map((stop) => stop()));
    await Promise.race([ended, pause(jobGraceMs, undefined, { ref: false })]);
  };
  const runsJobs = role === "worker" || config.worker === "inline";

  return {
    services,
    observer,
    metrics,
    async start() {
      const sql = await openDatabase(config, dataDirectory);
      closing.push(sql.close, identity.drain);
      opening.resolve(sql);
      await waitForDatabase({ problem: sql.problem, log, onAway: (problem) => (services.waitsFor = problem) });
      ({ poolUse } = sql);
      const jobs = await import("./transformations/running/transformation-worker.server.ts");
      const queue = await jobs.openJobQueue(sql.queue, log, { supervise: runsJobs });
      await sql.owner(jobs.grantQueue);
      closing.push(queue.stop);
      queueing.resolve(queue);
      if (runsJobs) working.push(...(await startJobs(services, { sql, queue, engine, observer, metrics })));
      Object.assign(services, { started: true, waitsFor: null });
      return [
        `database   ${sql.description}`,
        `identity   ${identity.description}`,
        `images     ${photos.description}`,
        `engine     ${await describeEngine()}${runsJobs ? "" : " (jobs run in npm run worker)"}`,
        `payments   ${payments.description}`,
        `mail       ${mail.description}`,
        `countries  ${geolocation.description}`,
      ];
    },
    stopJobs,
    stop: async () => {
      await stopJobs();
      for (const close of closing.splice(0).reverse()) await close();
    },
  };
}

async function embeddedSecret(dataDirectory: string): Promise<string> {
  const { savedSecret } = await import("./adapters/embedded/session-secret.server.ts");
  return savedSecret(dataDirectory);
}

/** Loads Kysely together with the database, because it takes longer to load than React. */
function deferredDatabase(opening: Promise<OpenSql>): Database {
  const open = opening.then(async ({ kysely }) => {
    const { createDatabase } = await import("./server/database/kysely-database.server.ts");
    return createDatabase(kysely);
  });
  open.catch(() => {});
  return {
    asMember: async (memberId, work) => (await open).asMember(memberId, work),
    asService: async (work) => (await open).asService(work),
    answers: async (milliseconds) => (await open).answers(milliseconds),
    close: async () => (await open).close(),
  };
}

function deferredRateLimiter(opening: Promise<OpenSql>, secret: string): RateLimiter {
  const open = opening.then(async ({ kysely }) => {
    const [{ CompiledQuery }, { createRateLimiter }] = await Promise.all([
      import("kysely"),
      import("./server/http/limits/rate-limiter.server.ts"),
    ]);
    return createRateLimiter((text, values) => kysely.executeQuery(CompiledQuery.raw(text, values)), secret);
  });
  open.catch(() => {});
  return {
    take: async (subjects) => (await open).take(subjects),
    giveBack: async (subjects) => (await open).giveBack(subjects),
  };
}

interface JobParts {
  sql: OpenSql;
  queue: JobQueue;
  engine: ImageGenerator;
  observer: Observer;
  metrics: Metrics | null;
}

async function startJobs(services: Services, { sql, queue, engine: generator, observer, metrics }: JobParts) {
  const { database, photoHost, payments, mailer, appUrl, supportEmail, sessionSecret } = services;
  const { observation, rateLimiter, log } = services;
  const { startTransformationWorker } = await import("./transformations/running/transformation-worker.server.ts");
  const { promptFor } = await import("./tools/catalogue.server.ts");
  const { startPurchaseSweeper } = await import("./gems/sweep-purchases.server.ts");
  const { sweepUnusedPhotos } = await import("./photos/retention/sweep-photos.server.ts");
  const { sweepOriginals } = await import("./photos/retention/sweep-photos.server.ts");
  const { sweepTryouts } = await import("./marketing/try/tryouts.server.ts");
  const { sweepRemovals } = await import("./photos/storing/picture-removals.server.ts");
  const { sweepRenames } = await import("./photos/storing/rename-picture.server.ts");
  const { mailReceipts } = await import("./gems/receipts/receipt-mails.server.ts");
  const { mailReports } = await import("./sharing/reports/reports.server.ts");
  const { mailDoneNotices } = await import("./transformations/notifications/mail-done-notices.server.ts");
  const { notificationTexts: texts } = await import("./tools/notification-texts.ts");
  const { startLedgerSweeper } = await import("./gems/audit/audit-gems.server.ts");
  const { startSweeper } = await import("./server/jobs/recurring-job.server.ts");
  const hosted = { database, photoHost, log };
  const work = { database, photoHost, generator, promptFor, log };
  const receipts = { name: "receipts", everyMs: 20_000, log };
  const notices = { name: "done notices", everyMs: 10_000, log };
  const noticing = { database, mailer, appUrl, supportEmail, sessionSecret, texts, log };
  const reports = { name: "reports", everyMs: 600_000, log };
  const renames = { name: "renamed pictures", everyMs: 60_000, log };
  const removals = { name: "removed pictures", everyMs: 60_000, log };
  const tryouts = { name: "expired try-outs", everyMs: 60_000, log };
  const unusedPhotos = { name: "unused photos", everyMs: 3_600_000, log };
  const originals = { name: "originals whose time is over", everyMs: 3_600_000, log };
  // The embedded database has one connection, so the audit runs only on request.
  const ledger = { kysely: sql.slow, rateLimiter, metrics, log };
  const watched = sql.alone && !metrics ? [] : [startLedgerSweeper(ledger).stop];
  return [
    ...watched,
    (await startTransformationWorker(queue, work, { concurrency: 2, alone: sql.alone, observer })).stop,
    startPurchaseSweeper({ database, payments, observation, log }).stop,
    startSweeper(unusedPhotos, (signal) => sweepUnusedPhotos(hosted, new Date(), signal)).stop,
    startSweeper(tryouts, () => sweepTryouts(database)).stop,
    startSweeper(originals, (signal) => sweepOriginals(hosted, new Date(), signal)).stop,
    startSweeper(renames, (signal) => sweepRenames(hosted, new Date(), signal)).stop,
    startSweeper(removals, (signal) => sweepRemovals(hosted, new Date(), signal)).stop,
    startSweeper(receipts, (signal) => mailReceipts({ database, mailer, appUrl, supportEmail, log }, signal)).stop,
    startSweeper(notices, (signal) => mailDoneNotices(noticing, signal)).stop,
    startSweeper(reports, () => mailReports({ database, mailer, appUrl, supportEmail, log })).stop,
  ];
}

function countJobs(generator: ImageGenerator) {
  let running = 0;
  const generate: ImageGenerator["generate"] = async (request) => {
    running += 1;
    return generator.generate(request).finally(() => (running -= 1));
  };
  return { generator: { ...generator, generate }, running: () => running };
}
