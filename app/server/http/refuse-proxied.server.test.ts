import { expect, test } from "vitest";
import { refuseProxied } from "./refuse-proxied.server.ts";

const request = (headers: Record<string, string>) => new Request("http://localhost:3000/mailbox", { headers });

test.each(["Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "Via"])(
  "refuses a request with the proxy header %s with 403",
  (name) => {
    expect(() => refuseProxied(request({ [name]: "203.0.113.5" }), false)).toThrow(
      expect.objectContaining({ status: 403 }),
    );
  },
);

test("serves a proxied request where embedded services may be public", () => {
  expect(() => refuseProxied(request({ Via: "1.1 proxy" }), true)).not.toThrow();
});

test("serves a direct request", () => {
  expect(() => refuseProxied(request({ "User-Agent": "browser" }), false)).not.toThrow();
});
