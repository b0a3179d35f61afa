import { describe, expect, test } from "vitest";
import { readConfig } from "./config.server.ts";

describe("image and generator configuration", () => {
  test("selects the embedded services by default", () => {
    expect(readConfig({})).toMatchObject({ photoHost: { kind: "disk" }, generator: { kind: "darkroom" } });
  });

  test("selects Cloudinary and Gemini when their keys are set", () => {
    const env = {
      CLOUDINARY_URL: "cloudinary://1:2@cloud",
      GEMINI_API_KEY: "key",
      GEMINI_IMAGE_MODEL: "gemini-3-pro-image",
    };
    expect(readConfig(env)).toMatchObject({
      photoHost: { kind: "cloudinary", url: "cloudinary://1:2@cloud" },
      generator: { kind: "gemini", apiKey: "key", model: "gemini-3-pro-image" },
    });
  });

  test.for(["GEMINI_IMAGE_MODEL", "GEMINI_BASE_URL", "GEMINI_API_VERSION"])("refuses %s without the key", (name) => {
    const value = { GEMINI_IMAGE_MODEL: "model", GEMINI_BASE_URL: "https://example.com", GEMINI_API_VERSION: "v1" }[
      name
    ];
    expect(() => readConfig({ [name]: value })).toThrow(`GEMINI_API_KEY missing: needed because ${name} is set`);
  });

  test.for([
    ["CLOUDINARY_URL", "https://key:my-secret@cloud"],
    ["CLOUDINARY_URL", "cloudinary://my-secret@cloud"],
    ["GEMINI_BASE_URL", "ftp://my-secret"],
    ["GEMINI_IMAGE_MODEL", "../my-secret"],
    ["GEMINI_API_VERSION", "beta/my-secret"],
  ])("refuses an invalid %s by name without printing its value", ([name = "", value]) => {
    const env = { GEMINI_API_KEY: "key", [name]: value };
    expect(() => readConfig(env)).toThrow(new RegExp(`^${name}: `));
    expect(() => readConfig(env)).not.toThrow(/my-secret/);
  });
});

test("reads daily generation limits as whole numbers and limits only members by default", () => {
  expect(readConfig({}).generationLimits).toEqual({
    runningPerMember: 20,
    dailyPerMember: 100,
    dailyWithoutPurchase: 10,
    daily: null,
  });
  const env = { DAILY_GENERATIONS_PER_MEMBER: "5", DAILY_GENERATIONS_WITHOUT_PURCHASE: "3", DAILY_GENERATIONS: "5000" };
  expect(readConfig(env).generationLimits).toEqual({
    runningPerMember: 20,
    dailyPerMember: 5,
    dailyWithoutPurchase: 3,
    daily: 5000,
  });
  for (const value of ["0", "-1", "1.5", "many"]) {
    expect(() => readConfig({ DAILY_GENERATIONS: value })).toThrow(/^DAILY_GENERATIONS: /);
    expect(() => readConfig({ DAILY_GENERATIONS_PER_MEMBER: value })).toThrow(/^DAILY_GENERATIONS_PER_MEMBER: /);
  }
});

test("enables the service worker unless it is switched off, and accepts no other value", () => {
  expect(readConfig({}).serviceWorker).toBe(true);
  expect(readConfig({ SERVICE_WORKER: "on" }).serviceWorker).toBe(true);
  expect(readConfig({ SERVICE_WORKER: "off" }).serviceWorker).toBe(false);
  expect(() => readConfig({ SERVICE_WORKER: "false" })).toThrow(/^SERVICE_WORKER: /);
});

test("refuses to start with ALLOW_EMBEDDED=0 unless every service is configured", () => {
  const env = {
    ALLOW_EMBEDDED: "0",
    DATABASE_URL: "postgresql://localhost/photogem",
    SESSION_SECRET: "0123456789abcdef0123456789abcdef",
    CLOUDINARY_URL: "cloudinary://1:2@cloud",
    GEMINI_API_KEY: "key",
  };
  expect(() => readConfig(env)).toThrow(
    "SUPABASE_URL, PAYSTACK_SECRET_KEY missing: ALLOW_EMBEDDED=0 lets no embedded part stand in",
  );
  const supabase = { SUPABASE_URL: "https://a.example", SUPABASE_PUBLISHABLE_KEY: "p", SUPABASE_SECRET_KEY: "s" };
  expect(readConfig({ ...env, ...supabase, PAYSTACK_SECRET_KEY: "sk_test_1" })).toMatchObject({
    database: { kind: "postgres" },
    identity: { kind: "supabase" },
    payments: { kind: "paystack" },
  });
});

describe("observability configuration", () => {
  test("enables only the log by default", () => {
    expect(readConfig({}).observability).toEqual({ metrics: null, traces: null, errors: null });
  });

  test("enables the parts that the environment configures", () => {
    const env = {
      METRICS_PORT: "9091",
      OTEL_EXPORTER_OTLP_ENDPOINT: "https://otel.example/",
      OTEL_EXPORTER_OTLP_HEADERS: "x-key=a=b,x-team=photos",
      SENTRY_DSN: "https://key@o1.ingest.example/42",
    };
    expect(readConfig(env).observability).toEqual({
      metrics: { token: null, port: 9091, host: "127.0.0.1" },
      traces: { endpoint: "https://otel.example", headers: { "x-key": "a=b", "x-team": "photos" } },
      errors: { sentryDsn: "https://key@o1.ingest.example/42" },
    });
  });

  test("opens a metrics listener on METRICS_HOST only with a METRICS_PORT", () => {
    expect(readConfig({ HOST: "127.0.0.1", METRICS_PORT: "9091", METRICS_HOST: "::" }).observability.metrics).toEqual({
      token: null,
      port: 9091,
      host: "::",
    });
    expect(() => readConfig({ METRICS_HOST: "::" })).toThrow("METRICS_PORT missing");
  });

  test.for([
    ["METRICS_TOKEN", "too-short"],
    ["METRICS_PORT", "70000"],
    ["SENTRY_DSN", "https://o1.ingest.example/42"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "my-secret"],
  ])("refuses an invalid %s by name without printing its value", ([name = "", value = ""]) => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "https://otel.example", [name]: value };
    expect(() => readConfig(env)).toThrow(new RegExp(`^${name}: `));
    expect(() => readConfig(env)).not.toThrow(new RegExp(value));
  });
});
