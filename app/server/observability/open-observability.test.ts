import { expect, test } from "vitest";
import { openObservability } from "./open-observability.server.ts";
import { logLibraries } from "../process.server.ts";

const off = { metrics: null, traces: null, errors: null };
const nothing = { backlog: () => Promise.reject(new Error("no database")), pool: () => null };
const request = { id: "01JD3V8G2Z7W5Q9KXN4T6R1B0C-jnb", kind: "request", method: "GET", route: "/login" } as const;

async function logged(write: (observability: Awaited<ReturnType<typeof openObservability>>) => unknown) {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  await write(await openObservability({ observability: off, logLevel: "debug" }, "web", nothing, destination));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test("puts the request's id on every line that is written for it, however deep and late", async () => {
  const lines = await logged(async ({ observer, log }) => {
    log.info("before");
    await observer.begin(request, async () => {
      log.info("at once");
      await new Promise((resolve) => setTimeout(resolve, 1));
      log.child({ part: "child" }).warn("later");
    });
    log.info("after");
  });
  expect(lines.map(({ requestId }) => requestId)).toEqual([undefined, request.id, request.id, undefined]);
});

test("separates the lines of two concurrent requests", async () => {
  const lines = await logged(({ observer, log }) => {
    const answer = (id: string, milliseconds: number) =>
      observer.begin({ ...request, id }, async () => {
        await new Promise((resolve) => setTimeout(resolve, milliseconds));
        log.info({ of: id }, "answered");
      });
    return Promise.all([answer("first-of-two", 4), answer("second-of-two", 1)]);
  });
  expect(lines.map(({ of, requestId }) => [of, requestId])).toEqual([
    ["second-of-two", "second-of-two"],
    ["first-of-two", "first-of-two"],
  ]);
});

test("puts the transformation's id, and no request's, on a job's lines", async () => {
  const [line] = await logged(({ observer, log }) =>
    observer.begin({ id: "a-transformation", kind: "job", method: "run", route: "transformations" }, () =>
      log.warn("slow"),
    ),
  );
  expect(line).toMatchObject({ transformationId: "a-transformation" });
  expect(line).not.toHaveProperty("requestId");
});

test("redacts the values that a database error quotes", async () => {
  const error = Object.assign(new Error('Key (email)=(ada@example.com) already exists, token "s3cr3t"'), {
    code: "23505",
    detail: "Key (email)=(ada@example.com)",
    parameters: ["ada@example.com", "s3cr3t"],
  });
  const [line] = await logged(({ log }) => log.error({ err: error }, "identity"));
  expect(JSON.stringify(line)).not.toMatch(/ada@example|s3cr3t/);
  expect(line).toMatchObject({ err: { code: "23505" } });
});

test("logs libraries' console output without stacks, values and personal data", () => {
  const lines: unknown[][] = [];
  const console = { ...globalThis.console };
  logLibraries({ info: (...line: unknown[]) => void lines.push(line) }, { ...globalThis, console });
  console.error(Object.assign(new Error("no user ada@example.com"), { token: "s3cret" }), { password: "s3cret" });
  console.warn("cookie broken\n    at somewhere (file.js:1:1)");
  expect(lines).toEqual([
    [{ text: "Error: no user (address) (object)" }, "a library logged"],
    [{ text: "cookie broken" }, "a library logged"],
  ]);
});
