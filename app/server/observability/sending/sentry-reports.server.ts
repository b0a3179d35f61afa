import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { loggableError, withoutPersonalData } from "../redaction.ts";
import type { Running, Sink } from "../observe.server.ts";
import { createSender } from "./sender.server.ts";

interface SentryOptions {
  dsn: string;
  role: "web" | "worker";
  log: Pick<Logger, "warn">;
}

interface Report {
  event_id: string;
  [field: string]: unknown;
}

/** Errors occur in bursts, and the first ones suffice. */
const maxReports = 20;
const everyMs = 10_000;

/** Sentry's envelope format (https://develop.sentry.dev/sdk/data-model/envelopes/). */
export function sentryReports({ dsn, role, log }: SentryOptions): { sink: Sink; close: () => Promise<void> } {
  const { protocol, host, username: key, pathname } = new URL(dsn);
  const [, path = "", project = ""] = /^(.*)\/(\d+)$/.exec(pathname) ?? [];
  const sender = createSender<Report>({
    to: "Sentry",
    everyMs,
    maxWaiting: maxReports,
    log,
    requests: (reports) =>
      reports.map((event) => ({
        url: `${protocol}//${host}${path}/api/${project}/envelope/`,
        headers: {
          "Content-Type": "application/x-sentry-envelope",
          "X-Sentry-Auth": `Sentry sentry_version=7, sentry_key=${key}, sentry_client=photogem/1.0`,
        },
        body: [{ event_id: event.event_id, sent_at: new Date() }, { type: "event" }, event]
          .map((line) => `${JSON.stringify(line)}\n`)
          .join(""),
      })),
  });
  return {
    sink: {
      logged: (level, running, message, error) => {
        if (error && (level === "error" || level === "fatal")) sender.add(report(level, role, running, message, error));
      },
    },
    close: sender.close,
  };
}

function report(level: string, role: string, running: Running | undefined, message: string, error: Error): Report {
  const { type, message: text, code, stack } = loggableError(error);
  return {
    event_id: randomUUID().replaceAll("-", ""),
    timestamp: Date.now() / 1000,
    platform: "node",
    level,
    logger: "photogem",
    transaction: running?.route,
    tags: { process: role, ...(running?.kind === "request" ? { request_id: running.id } : {}) },
    message: withoutPersonalData(message),
    exception: {
      values: [
        {
          type,
          value: withoutPersonalData(String(text ?? code ?? "")),
          stacktrace: { frames: framesOf(String(stack)) },
        },
      ],
    },
  };
}

/** Sentry expects the oldest call first, and paths that start at `app/` or the package. */
const framesOf = (stack: string) =>
  [...stack.matchAll(/^\s+at (?:(.+?) \()?(?:file:\/\/)?([^()\s]+):(\d+):(\d+)\)?$/gm)]
    .map(([, name, file = "", line, column]) => ({
      function: name,
      filename: file.replace(/^.*\/(?=(?:app|build|node_modules)\/)/, ""),
      lineno: Number(line),
      colno: Number(column),
      in_app: !/node_modules|^node:/.test(file),
    }))
    .reverse();
