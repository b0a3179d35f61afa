import { randomBytes } from "node:crypto";
import { freePort } from "../free-port.ts";
import { sandboxFaultMs } from "../../app/gems/sandbox/payment-sandbox.ts";
import { startPostgresCluster } from "../database/throw-away-postgres.ts";
import { type CloudinaryServer, startCloudinaryServer } from "./cloudinary/cloudinary-server.ts";
import { type GeminiServer, startGeminiServer } from "./gemini/gemini-server.ts";
import { startAuthProgram } from "./gotrue/auth-program.ts";
import { type GotrueOptions, type GotrueServer, startGotrueServer } from "./gotrue/gotrue-server.ts";
import { type PaystackServer, startPaystackServer } from "./paystack/paystack-server.ts";
import { type SmtpServer, startSmtpServer } from "./smtp/smtp-server.ts";
import { createSupabaseDatabase, type SupabaseDatabase } from "./supabase-database.ts";

/** Every outside service of one product, each by its protocol on a loopback port, without the product's data. */
export interface HostedServices {
  /**
   * The complete environment of a web or worker process, PORT and APP_URL included. The database is as Supabase makes
   * it: first run `node app/server/database/migrate.ts` with this environment.
   */
  environment: Record<string, string>;
  /** The product's public origin, the target of the payment provider's webhooks. */
  appUrl: string;
  database: SupabaseDatabase;
  gotrue: GotrueServer;
  cloudinary: CloudinaryServer;
  gemini: GeminiServer;
  paystack: PaystackServer;
  smtp: SmtpServer;
  stop(): Promise<void>;
}

export interface HostedServicesOptions {
  /** The product's port; a free one by default. */
  port?: number;
  /** A PostgreSQL superuser's connection string; by default TEST_DATABASE_URL or a throw-away cluster. */
  serverUrl?: string | undefined;
}

/** @throws without a PostgreSQL server. */
export async function startHostedServices({
  port,
  serverUrl = process.env["TEST_DATABASE_URL"],
}: HostedServicesOptions = {}): Promise<HostedServices> {
  const cluster = serverUrl ? null : await startPostgresCluster();
  const server = serverUrl ?? cluster?.url;
  if (!server) throw new Error("no PostgreSQL: install its server (Debian: apt-get install postgresql)");
  const ownPort = port ?? (await freePort());
  const appUrl = `http://localhost:${ownPort}`;
  // Supabase Auth's own program replaces the stand-in if it is built.
  const program = process.env["TEST_AUTH_PROGRAM"];
  const database = await createSupabaseDatabase(server, { bareAuth: program !== undefined });
  const smtp = await startSmtpServer();
  const startAuth = (options: GotrueOptions) =>
    program === undefined ? startGotrueServer(options) : startAuthProgram(program, options);
  const [gotrue, cloudinary, gemini, paystack] = await Promise.all([
    startAuth({ databaseUrl: database.authUrl, siteUrl: appUrl, smtpUrl: smtp.url }),
    startCloudinaryServer(),
    startGeminiServer(),
    startPaystackServer({ webhookUrl: `${appUrl}/api/paystack/webhook`, troubleMs: sandboxFaultMs }),
  ]);
  return {
    environment: {
      PORT: String(ownPort),
      APP_URL: appUrl,
      SESSION_SECRET: randomBytes(32).toString("hex"),
      DATABASE_URL: database.url,
      SUPABASE_URL: gotrue.url,
      SUPABASE_PUBLISHABLE_KEY: gotrue.publishableKey,
      SUPABASE_SECRET_KEY: gotrue.secretKey,
      CLOUDINARY_URL: cloudinary.cloudinaryUrl,
      GEMINI_API_KEY: gemini.apiKey,
      GEMINI_IMAGE_MODEL: gemini.model,
      GEMINI_BASE_URL: gemini.baseUrl,
      PAYSTACK_SECRET_KEY: paystack.secretKey,
      PAYSTACK_API_URL: paystack.url,
      SMTP_URL: smtp.url,
      MAIL_FROM: "Photogem <hello@photogem.example>",
    },
    appUrl,
    database,
    gotrue,
    cloudinary,
    gemini,
    paystack,
    smtp,
    async stop() {
      await Promise.all([gotrue.close(), cloudinary.close(), gemini.close(), paystack.close()]);
      await smtp.close();
      await database.drop();
      await cluster?.stop();
    },
  };
}
