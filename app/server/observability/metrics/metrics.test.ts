import { expect, test } from "vitest";
import { createObserver } from "../observe.server.ts";
import { observedPort, problemOf } from "../observed-adapters.server.ts";
import { createMetrics } from "./metrics.server.ts";

const backlog = {
  waiting: 3,
  oldestWaitingSeconds: 41,
  running: 2,
  holdsUnresolved: 0,
  purchasesPending: 7,
  purchasesOverdue: 1,
  receiptsOverdue: 0,
  reportsOverdue: 0,
  refundProblems: [],
};

function watched(sources: Partial<Parameters<typeof createMetrics>[0]> = {}) {
  const observer = createObserver();
  const metrics = createMetrics({ backlog: async () => backlog, pool: () => null, ...sources });
  observer.add(metrics.sink);
  const value = async (series: string) =>
    (await metrics.scrape()).text
      .split("\n")
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1);
  return { observer, metrics, value };
}

test("counts a request under its route's pattern once it is answered", async () => {
  const { observer, value } = watched();
  observer.begin({ id: "a-request", kind: "request", method: "GET", route: "(page)" }, (running) => {
    observer.matched("/gallery/:transformationId/delete");
    observer.end(running, 404);
  });
  const labels = 'method="GET",route="/gallery/:transformationId/delete"';
  expect(await value(`photogem_http_requests_total{${labels},status="404"}`)).toBe("1");
  expect(await value(`photogem_http_request_duration_seconds_count{${labels}}`)).toBe("1");
  expect(await value("photogem_http_requests_in_flight")).toBe("0");
});

test("counts a call by its outcome, failures included, and puts no error text into labels", async () => {
  const { observer, metrics, value } = watched();
  const answers = [{ ok: true as const }, { ok: false as const, problem: "busy" }];
  const port = observedPort(
    {
      name: "an engine",
      generate: async () => answers.shift() ?? Promise.reject(new Error("ada@example.com was refused")),
      close: async () => {},
    },
    observer,
    "gemini",
    { generate: problemOf },
  );
  await port.generate();
  await port.generate();
  await expect(port.generate()).rejects.toThrow("refused");
  await port.close();
  expect(port.name).toBe("an engine");
  const of = (outcome: string) =>
    value(`photogem_provider_calls_total{provider="gemini",operation="generate",outcome="${outcome}"}`);
  expect([await of("ok"), await of("busy"), await of("failed")]).toEqual(["1", "1", "1"]);
  expect((await metrics.scrape()).text).not.toMatch(/ada@/);
});

test("reads the backlog once for concurrent scrapes", async () => {
  let asked = 0;
  const { value } = watched({
    backlog: async () => {
      asked += 1;
      return backlog;
    },
  });
  expect(await value("photogem_queue_waiting")).toBe("3");
  expect(await value("photogem_queue_oldest_waiting_seconds")).toBe("41");
  expect(await value("photogem_purchases_overdue")).toBe("1");
  expect(await value("photogem_database_up")).toBe("1");
  expect(asked).toBe(1);
});

test("omits the backlog without the database and reports the rest", async () => {
  const { value } = watched({ backlog: () => Promise.reject(new Error("gone")) });
  expect(await value("photogem_database_up")).toBe("0");
  expect(await value("photogem_queue_waiting")).toBeUndefined();
  expect(await value("process_resident_memory_bytes")).toMatch(/^\d+$/);
});

test("names the payments whose refund or dispute needs an operator", async () => {
  const refundProblems: { reference: string; problem: "failed" | "disputed" }[] = [
    { reference: "1-starter-NGN", problem: "failed" },
    { reference: "2-starter-NGN", problem: "disputed" },
  ];
  const { value } = watched({ backlog: async () => ({ ...backlog, refundProblems }) });
  expect(await value('photogem_refund_problems{reference="1-starter-NGN",problem="failed"}')).toBe("1");
  expect(await value('photogem_refund_problems{reference="2-starter-NGN",problem="disputed"}')).toBe("1");
});

test("counts limits of the identity service, and pictures by whether they were asked for, paid for and delivered", async () => {
  const { observer, value } = watched({ picturePrice: 141 });
  observer.noted({ what: "identity-limit", outcome: "mails" });
  for (const state of ["asked", "asked", "paid"] as const) observer.noted({ what: "picture", state });
  observer.noted({ what: "job", outcome: "completed", waited: 0, ran: 1 });
  observer.noted({ what: "job", outcome: "blocked", waited: 0, ran: 1 });
  expect(await value('photogem_identity_limits_total{limit="mails"}')).toBe("1");
  const pictures = ["asked", "paid", "late", "delivered"].map((state) =>
    value(`photogem_pictures_total{state="${state}"}`),
  );
  expect(await Promise.all(pictures)).toEqual(["2", "1", "0", "1"]);
  expect(await value("photogem_picture_price_naira")).toBe("141");
});

test("reports the pool where there is one", async () => {
  const { value } = watched({ pool: () => ({ open: 7, idle: 2, waiting: 4 }) });
  expect(await value('photogem_database_connections{state="busy"}')).toBe("5");
  expect(await value('photogem_database_connections{state="waiting"}')).toBe("4");
});
