import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPgliteDatabase } from "../../../app/adapters/embedded/database/pglite-database.server.ts";
import { startCloudinaryServer } from "../../../tests/servers/cloudinary/cloudinary-server.ts";
import { startGeminiServer } from "../../../tests/servers/gemini/gemini-server.ts";
import { startPaystackServer } from "../../../tests/servers/paystack/paystack-server.ts";
import { startSmtpServer } from "../../../tests/servers/smtp/smtp-server.ts";
import type { Closing } from "../../measure/closing.ts";
import { freePort } from "../../measure/servers/free-port.ts";
import { type Account, newAccount } from "../product/new-account.ts";
import { preparedDatabase } from "../product/prepared-database.ts";
import { type ProductProcess, productProcess } from "../product/product-process.ts";

/** A product that is visited for a long time, started. */
export interface SoakedProduct {
  name: string;
  url: string;
  accounts: Account[];
  processes: ProductProcess[];
}

const members = 5;
/** More than is spent. */
const gems = 500;

/** The whole product in one process, with its own engine. */
export async function openEmbedded(closing: Closing): Promise<SoakedProduct> {
  const { url, environment } = await commonParts(closing);
  const { kysely, close } = await openPgliteDatabase(environment.DATA_DIR);
  const accounts = await newAccounts((count) => newAccount(kysely, count)).finally(close);
  const whole = productProcess("web", environment, { probed: true });
  closing.add(whole.kill);
  await whole.start();
  return { name: "embedded", url, accounts, processes: [whole] };
}

/** A web process and a worker on PostgreSQL, with the hosted adapters. Null where there is no PostgreSQL. */
export async function openHosted(closing: Closing): Promise<SoakedProduct | null> {
  const database = await preparedDatabase(closing);
  if (!database) return null;
  const { url, environment } = await commonParts(closing);
  const [cloudinary, gemini, smtp, paystack] = await Promise.all([
    startCloudinaryServer(),
    startGeminiServer(),
    startSmtpServer(),
    startPaystackServer({ webhookUrl: `${url}/api/paystack/webhook` }),
  ]);
  for (const server of [cloudinary, gemini, smtp, paystack]) closing.add(() => server.close());
  gemini.behave({ how: "make", make: "jpeg" });
  const hosted = {
    ...environment,
    DATABASE_URL: database.url,
    SESSION_SECRET: randomBytes(32).toString("hex"),
    CLOUDINARY_URL: cloudinary.cloudinaryUrl,
    GEMINI_API_KEY: gemini.apiKey,
    GEMINI_IMAGE_MODEL: gemini.model,
    GEMINI_BASE_URL: gemini.baseUrl,
    PAYSTACK_SECRET_KEY: paystack.secretKey,
    PAYSTACK_API_URL: paystack.url,
    SMTP_URL: smtp.url,
    MAIL_FROM: "gems@photogem.example",
    WORKER: "none",
  };
  const accounts = await newAccounts((count) => newAccount(database.kysely, count));
  const processes = [
    productProcess("web", hosted, { probed: true }),
    productProcess("worker", hosted, { probed: true }),
  ];
  for (const running of processes) closing.add(running.kill);
  await Promise.all(processes.map((running) => running.start()));
  return { name: "hosted", url, accounts, processes };
}

async function newAccounts(make: (gems: number) => Promise<Account>): Promise<Account[]> {
  const accounts: Account[] = [];
  while (accounts.length < members) accounts.push(await make(gems));
  return accounts;
}

async function commonParts(closing: Closing) {
  const dataDirectory = await mkdtemp(join(tmpdir(), "photogem-soak-"));
  closing.add(() => rm(dataDirectory, { recursive: true, force: true, maxRetries: 5 }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    PORT: String(port),
    APP_URL: url,
    DATA_DIR: dataDirectory,
    LOG_LEVEL: "error",
    // Visitors come from many addresses, as they would through Fly's proxy.
    TRUSTED_PROXY: "fly",
    DAILY_GENERATIONS_PER_MEMBER: "1000",
  };
  return { url, environment };
}
