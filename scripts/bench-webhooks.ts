/**
 * `npm run bench:webhooks [-- --only <engine>]`: how many signed webhooks a second the product takes, each verified with
 * a stand-in for Paystack and credited, and what that costs the one visitor who reads `/` and `/dashboard` meanwhile,
 * against the same visitor alone. On PGlite and on a PostgreSQL that is thrown away. Ends with 1 when a purchase was not
 * credited exactly once.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import throwAwayPostgres from "../tests/database/throw-away-postgres.ts";
import { startChild } from "./bench-webhooks/child.ts";
import {
  type Delivered,
  type Visited,
  visitedPages,
  type VisitorPlan,
  type WebhookPlan,
} from "./bench-webhooks/plans.ts";
import { amountKobo, audit, openBooks, writePurchases } from "./bench-webhooks/purchases.ts";
import { chromiumPath } from "./chromium.ts";
import { aligned } from "./measure/aligned.ts";
import { freePort } from "./measure/servers/free-port.ts";
import { buildProduct } from "./measure/servers/product.ts";
import { project } from "./measure/servers/project.ts";
import { startServer } from "./measure/servers/server-process.ts";
import { signUp } from "./measure/sign-up.ts";
import { percentile } from "./measure/statistics.ts";

const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
const bounds = { webhooks: 2_000, seconds: 20, connections: 8, idleSeconds: 8 };
/** Pages the visitor asks for each second, of each kind. */
const pagesPerSecond = 10;

buildProduct();
const stopServer = await throwAwayPostgres();
const table = [
  ["", "webhooks", "per s", "p50", "p99", "/ idle", "/ beside", "dashboard idle", "beside", "credited once", ""],
];
let broken = 0;
try {
  for (const engine of ["PGlite", "PostgreSQL"] as const) {
    if (!engine.toLowerCase().includes(values.only.toLowerCase())) continue;
    if (engine === "PostgreSQL" && !process.env["TEST_DATABASE_URL"]) continue;
    await measure(engine);
  }
} finally {
  await stopServer?.();
}
console.log(aligned(table, [1, 2, 3, 4, 5, 6, 7, 8]).join("\n"));
console.log(
  `\nLatencies in ms; pages as 99th percentiles of ${pagesPerSecond} a second each; ` +
    `${bounds.connections} webhooks at once; load ${loadavg()[0]?.toFixed(1)}.`,
);
console.log(broken ? "NOT every purchase was credited exactly once." : "Every purchase was credited exactly once.");
process.exitCode = broken ? 1 : 0;

async function measure(engine: "PGlite" | "PostgreSQL") {
  const dataDirectory = await mkdtemp(join(tmpdir(), "photogem-webhooks-"));
  const secretKey = `sk_test_${randomUUID()}`;
  const paystack = startChild<{ port: number }>(new URL("bench-webhooks/paystack-process.ts", import.meta.url), {
    amountKobo,
  });
  const books = await openBooks(engine, dataDirectory);
  try {
    const references = await books.use((kysely) => writePurchases(kysely, bounds.webhooks));
    const port = await freePort();
    const environment = {
      HOST: "127.0.0.1",
      APP_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: dataDirectory,
      LOG_LEVEL: "info",
      PAYSTACK_SECRET_KEY: secretKey,
      PAYSTACK_API_URL: `http://127.0.0.1:${(await paystack.said).port}`,
      ...books.environment,
    };
    const product = await startServer(join(project, "app/server/http/server.ts"), port, environment, "/readyz");
    const figures = await deliverBesideVisitor(product.url, dataDirectory, secretKey, references).finally(product.stop);
    const { paid, credits, addUp } = await books.use(audit);
    const isRight = paid === figures.delivered && credits === paid && addUp;
    if (!isRight) broken += 1;
    table.push([engine, ...figures.cells, `${credits} of ${figures.delivered}`, isRight ? "ok" : "WRONG"]);
  } finally {
    await books.close();
    await paystack.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

async function deliverBesideVisitor(url: string, dataDirectory: string, secretKey: string, references: string[]) {
  const cookie = await visitorCookie(url, dataDirectory);
  const visit = (seconds: number) => {
    const plan: VisitorPlan = { url, cookie, seconds, perSecond: pagesPerSecond };
    return startChild<Visited>(new URL("bench-webhooks/visitor-process.ts", import.meta.url), plan);
  };
  await visit(2).said;
  const idle = await visit(bounds.idleSeconds).said;
  const visitor = visit(2 * bounds.seconds);
  const { connections, seconds } = bounds;
  const plan: WebhookPlan = { url: `${url}/api/paystack/webhook`, secretKey, references, connections, seconds };
  const sent = await startChild<Delivered>(new URL("bench-webhooks/webhook-process.ts", import.meta.url), plan).said;
  await visitor.stop();
  const beside = await visitor.said;
  const pages = visitedPages.flatMap((path) => [idle[path], beside[path]].map((ms) => percentile(ms, 99)));
  const latencies = [50, 99].map((percent) => percentile(sent.ms, percent));
  return {
    delivered: sent.statuses["200"] ?? 0,
    cells: [
      String(sent.ms.length),
      (sent.ms.length / sent.seconds).toFixed(0),
      ...[...latencies, ...pages].map((ms) => ms.toFixed(1)),
    ],
  };
}

/** A member's cookie, who has joined through the product's own pages. */
async function visitorCookie(url: string, dataDirectory: string): Promise<string> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
  try {
    const { cookies } = await signUp(browser, url, join(dataDirectory, "mailbox"));
    return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  } finally {
    await browser.close();
  }
}
