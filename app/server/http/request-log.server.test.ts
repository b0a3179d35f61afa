import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import type { Logger } from "pino";
import { logContext, type Observation, observationContext } from "../observability/observation.ts";
import { failureContext, errorLoggedContext, requestLog } from "./request-log.server.ts";

/** Has a request to /gallery answered, and returns what was logged and under which route it is counted. */
async function answered(status: number, set: (context: RouterContextProvider) => void = () => {}) {
  const lines: string[] = [];
  const routes: string[] = [];
  const line = (level: string) => (_: object, message: string) => void lines.push(`${level}: ${message}`);
  const log = { info: line("info"), warn: line("warn"), error: line("error") };
  const context = new RouterContextProvider();
  context.set(logContext, log as unknown as Logger);
  context.set(observationContext, { matched: (route) => void routes.push(route) } as Observation);
  const request = new Request("http://localhost:3000/gallery");
  const args = { request, context, pattern: "gallery" } as unknown as Parameters<typeof requestLog>[0];
  await requestLog(args, async () => {
    set(context);
    return new Response(null, { status });
  });
  return { lines, routes };
}

test("logs a request in one line, at error level when its response is one", async () => {
  expect(await answered(200)).toEqual({ lines: ["info: request"], routes: ["/gallery"] });
  expect(await answered(503)).toMatchObject({ lines: ["info: request"] });
  expect(await answered(500)).toMatchObject({ lines: ["error: request failed"] });
});

test("logs a failure once when its error was logged with a stack", async () => {
  const { lines } = await answered(500, (context) => context.set(errorLoggedContext, true));
  expect(lines).toEqual(["warn: request failed"]);
});

test("neither logs nor counts the internal request for the error page", async () => {
  const context = new RouterContextProvider();
  context.set(failureContext, 500);
  const args = { request: new Request("http://localhost:3000/failed"), context, pattern: "failed" };
  const page = new Response(null, { status: 500 });
  expect(await requestLog(args as unknown as Parameters<typeof requestLog>[0], async () => page)).toBe(page);
});
