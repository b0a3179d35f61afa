import { z } from "zod";
import { defaultGenerationLimits, type GenerationLimits } from "./transformations/requesting/limits.ts";

/** The only reader of process.env; stops the start-up for a half-set variable group and names it. */
const text = z.string().trim().min(1);
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, ""));

const environmentSchema = z.object({
  PORT: optional(z.coerce.number().int().min(0).max(65_535)),
  HOST: optional(text),
  APP_URL: optional(httpUrl),
  DATA_DIR: optional(text),
  SESSION_SECRET: optional(text.min(32)),
  SUPPORT_EMAIL: optional(z.email()),
  TRUSTED_PROXY: optional(z.enum(["fly"])),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  SUPABASE_URL: optional(httpUrl),
  SUPABASE_PUBLISHABLE_KEY: optional(text),
  SUPABASE_SECRET_KEY: optional(text),
  CLOUDINARY_URL: optional(
    z.string().regex(/^cloudinary:\/\/[^:@/]+:[^:@/]+@[^:@/?]+/, "is not cloudinary://<key>:<secret>@<cloud>"),
  ),
  GEMINI_API_KEY: optional(text),
  GEMINI_IMAGE_MODEL: optional(text.regex(/^[\w.-]+$/, "is not the name of a model")),
  GEMINI_BASE_URL: optional(httpUrl),
  GEMINI_API_VERSION: optional(text.regex(/^v\d\w*$/, "is not a version such as v1beta")),
  GEMINI_PICTURE_NAIRA: optional(z.coerce.number().positive().max(1_000_000)),
  PAYSTACK_SECRET_KEY: optional(text),
  PAYSTACK_API_URL: optional(httpUrl),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: optional(text),
  DAILY_GENERATIONS_PER_MEMBER: optional(z.coerce.number().int().min(1).max(1_000_000)),
  DAILY_GENERATIONS_WITHOUT_PURCHASE: optional(z.coerce.number().int().min(1).max(1_000_000)),
  DAILY_GENERATIONS: optional(z.coerce.number().int().min(1).max(1_000_000_000)),
  GEOLOCATION_URL: optional(z.url({ protocol: /^https?$/ })),
  WORKER: optional(z.enum(["inline", "none"])),
  SERVICE_WORKER: optional(z.enum(["on", "off"])),
  ALLOW_EMBEDDED: optional(z.enum(["0", "1"])),
  LOG_LEVEL: optional(z.enum(["debug", "info", "warn", "error", "silent"])),
  METRICS_TOKEN: optional(text.min(16)),
  METRICS_PORT: optional(z.coerce.number().int().min(0).max(65_535)),
  METRICS_HOST: optional(text),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(httpUrl),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    text.regex(/^[\w-]+=[^,%]+(,[\w-]+=[^,%]+)*$/, "is not name=value,name=value, without a percent sign"),
  ),
  SENTRY_DSN: optional(
    z.string().regex(/^https?:\/\/\w+@[^/@]+\/(.+\/)?\d+$/, "is not https://<key>@<host>/<project>"),
  ),
});
type Environment = z.infer<typeof environmentSchema>;

export interface Config {
  port: number;
  host: string;
  /** Without a trailing slash. Links and redirects use it, never the Host header. */
  appUrl: string;
  dataDirectory: string;
  /** If undefined, a secret is generated into the data directory. */
  sessionSecret: string | undefined;
  supportEmail: string;
  trustedProxy: "fly" | null;
  /** ALLOW_EMBEDDED=1: embedded services may be public. */
  allowsEmbedded: boolean;
  database: { kind: "embedded" } | { kind: "postgres"; url: string };
  identity: { kind: "embedded" } | { kind: "supabase"; url: string; publishableKey: string; secretKey: string };
  photoHost: { kind: "disk" } | { kind: "cloudinary"; url: string };
  generator:
    | { kind: "darkroom" }
    | {
        kind: "gemini";
        apiKey: string;
        model?: string | undefined;
        baseUrl?: string | undefined;
        apiVersion?: string | undefined;
        /** Google's charge for a picture, for the cost metric. */
        pictureNaira?: number | undefined;
      };
  payments: { kind: "sandbox" } | { kind: "paystack"; secretKey: string; apiUrl: string | null };
  mail: { kind: "mailbox" } | { kind: "smtp"; url: string; from: string } | { kind: "none" };
  generationLimits: GenerationLimits;
  geolocation: { kind: "bundled" } | { kind: "http"; url: string };
  worker: "inline" | "none";
  /** False removes the service worker from every device (docs/deployment.md). */
  serviceWorker: boolean;
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
  observability: ObservabilityConfig;
}

export interface ObservabilityConfig {
  /** `token` protects `/metrics` on the public port; `port` on `host` is a private listener. */
  metrics: { token: string | null; port: number | null; host: string } | null;
  /** OTLP over HTTP; the endpoint omits the path `/v1/traces`. */
  traces: { endpoint: string; headers: Record<string, string> } | null;
  errors: { sentryDsn: string } | null;
}

/** @throws an error for the operator with one line per problem. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"));
  }
  const env = parsed.data;
  requireTogether(env, ["SUPABASE_URL", "SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY"]);
  requireTogether(env, ["SMTP_URL", "MAIL_FROM"]);
  requireFor(env, "PAYSTACK_API_URL", "PAYSTACK_SECRET_KEY");
  for (const option of [
    "GEMINI_IMAGE_MODEL",
    "GEMINI_BASE_URL",
    "GEMINI_API_VERSION",
    "GEMINI_PICTURE_NAIRA",
  ] as const) {
    requireFor(env, option, "GEMINI_API_KEY");
  }
  requireFor(env, "METRICS_HOST", "METRICS_PORT");
  requireFor(env, "OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_ENDPOINT");
  requireFor(env, "SUPABASE_URL", "DATABASE_URL");
  requireFor(env, "DATABASE_URL", "SESSION_SECRET");
  const port = env.PORT ?? 3000;
  const config: Config = {
    port,
    host: env.HOST ?? "127.0.0.1",
    appUrl: env.APP_URL ?? `http://localhost:${port}`,
    dataDirectory: env.DATA_DIR ?? "./.data",
    sessionSecret: env.SESSION_SECRET,
    supportEmail: env.SUPPORT_EMAIL ?? "support@photogem.example",
    trustedProxy: env.TRUSTED_PROXY ?? null,
    allowsEmbedded: env.ALLOW_EMBEDDED === "1",
    database: env.DATABASE_URL ? { kind: "postgres", url: env.DATABASE_URL } : { kind: "embedded" },
    identity: supabase(env) ?? { kind: "embedded" },
    photoHost: env.CLOUDINARY_URL ? { kind: "cloudinary", url: env.CLOUDINARY_URL } : { kind: "disk" },
    generator: gemini(env) ?? { kind: "darkroom" },
    payments: env.PAYSTACK_SECRET_KEY
      ? { kind: "paystack", secretKey: env.PAYSTACK_SECRET_KEY, apiUrl: env.PAYSTACK_API_URL ?? null }
      : { kind: "sandbox" },
    mail: mail(env),
    generationLimits: {
      ...defaultGenerationLimits,
      dailyPerMember: env.DAILY_GENERATIONS_PER_MEMBER ?? defaultGenerationLimits.dailyPerMember,
      dailyWithoutPurchase: env.DAILY_GENERATIONS_WITHOUT_PURCHASE ?? defaultGenerationLimits.dailyWithoutPurchase,
      daily: env.DAILY_GENERATIONS ?? defaultGenerationLimits.daily,
    },
    geolocation: env.GEOLOCATION_URL ? { kind: "http", url: env.GEOLOCATION_URL } : { kind: "bundled" },
    worker: env.WORKER ?? "inline",
    serviceWorker: env.SERVICE_WORKER !== "off",
    logLevel: env.LOG_LEVEL ?? (env.DATABASE_URL ? "info" : "warn"),
    observability: observability(env),
  };
  refuseEmbeddedParts(config, env);
  return config;
}

function supabase(env: Environment): Config["identity"] | null {
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: publishableKey, SUPABASE_SECRET_KEY: secretKey } = env;
  return url && publishableKey && secretKey ? { kind: "supabase", url, publishableKey, secretKey } : null;
}

function gemini(env: Environment): Config["generator"] | null {
  const {
    GEMINI_API_KEY: apiKey,
    GEMINI_IMAGE_MODEL: model,
    GEMINI_BASE_URL: baseUrl,
    GEMINI_API_VERSION: apiVersion,
    GEMINI_PICTURE_NAIRA: pictureNaira,
  } = env;
  return apiKey ? { kind: "gemini", apiKey, model, baseUrl, apiVersion, pictureNaira } : null;
}

function observability(env: Environment): ObservabilityConfig {
  const { METRICS_TOKEN: token = null, METRICS_PORT: port = null, METRICS_HOST: host = "127.0.0.1" } = env;
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  return {
    metrics: token !== null || port !== null ? { token, port, host } : null,
    traces: endpoint ? { endpoint, headers: otlpHeaders(env.OTEL_EXPORTER_OTLP_HEADERS ?? "") } : null,
    errors: env.SENTRY_DSN ? { sentryDsn: env.SENTRY_DSN } : null,
  };
}

/** OpenTelemetry's format: `name=value,name=value`. */
function otlpHeaders(text: string): Record<string, string> {
  const pairs = text
    .split(",")
    .filter(Boolean)
    .map((pair) => pair.split(/=(.*)/s));
  return Object.fromEntries(pairs.map(([name = "", value = ""]) => [name, value]));
}

function mail(env: Environment): Config["mail"] {
  if (env.SMTP_URL && env.MAIL_FROM) return { kind: "smtp", url: env.SMTP_URL, from: env.MAIL_FROM };
  return env.SUPABASE_URL ? { kind: "none" } : { kind: "mailbox" };
}

function requireTogether(env: Environment, names: (keyof Environment)[]) {
  const missing = names.filter((name) => env[name] === undefined);
  const present = names.filter((name) => env[name] !== undefined);
  if (present.length && missing.length)
    throw new Error(`${missing.join(", ")} missing: needed because ${present[0]} is set`);
}

function requireFor(env: Environment, name: keyof Environment, needed: keyof Environment) {
  if (env[name] !== undefined && env[needed] === undefined)
    throw new Error(`${needed} missing: needed because ${name} is set`);
}

const hostedParts = [
  "DATABASE_URL",
  "SUPABASE_URL",
  "CLOUDINARY_URL",
  "GEMINI_API_KEY",
  "PAYSTACK_SECRET_KEY",
] as const;

function refuseEmbeddedParts(config: Config, env: Environment) {
  const missing = env.ALLOW_EMBEDDED === "0" ? hostedParts.filter((name) => env[name] === undefined) : [];
  if (missing.length) throw new Error(`${missing.join(", ")} missing: ALLOW_EMBEDDED=0 lets no embedded part stand in`);
  refusePublicEmbeddedParts(config, env);
}

/** A public mailbox exposes sign-in links, and a public sandbox gives away gems. */
function refusePublicEmbeddedParts(config: Config, env: Environment) {
  // Behind a proxy a loopback server is public, as its APP_URL shows.
  const loopback = isLoopback(config.host) && isLoopback(new URL(config.appUrl).hostname);
  if (loopback || env.ALLOW_EMBEDDED === "1") return;
  const open = isLoopback(config.host) ? `APP_URL=${config.appUrl}` : `HOST=${config.host}`;
  if (config.mail.kind === "mailbox") {
    throw new Error(`ALLOW_EMBEDDED=1 missing: ${open} is public, and the mailbox would be too`);
  }
  if (config.payments.kind === "sandbox") {
    throw new Error(`ALLOW_EMBEDDED=1 missing: ${open} is public, and payments would be the sandbox's`);
  }
}

const isLoopback = (host: string) => ["127.0.0.1", "::1", "[::1]", "localhost"].includes(host);
