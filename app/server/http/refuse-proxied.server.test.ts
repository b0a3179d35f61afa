import { expect, test } from "vitest";
import { refuseProxied } from "./refuse-proxied.server.ts";

const request = (headers: Record<string, string>) => new Request("http://localhost:3000/mailbox", { headers });

test.each(["Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "Via"])(
  "a request with the proxy header %s is refused with 403",
  (name) => {
    expect(() => refuseProxied(request({ [name]: "203.0.113.5" }), false)).toThrow(
      expect.objectContaining({ status: 403 }),
    );
  },
);

test("a proxied request is served where embedded parts may be public", () => {
  expect(() => refuseProxied(request({ Via: "1.1 proxy" }), true)).not.toThrow();
});

test("a direct request is served", () => {
  expect(() => refuseProxied(request({ "User-Agent": "browser" }), false)).not.toThrow();
});
