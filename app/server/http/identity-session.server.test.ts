import { expect, test } from "vitest";
import { memberKey } from "./identity-session.server.ts";

const secret = "s".repeat(32);
const ada = "6f0c7c6e-3f6e-4a57-9d5f-1f1a3f3b8a11";

test("derives one opaque, unique key per member", () => {
  const key = memberKey(ada, secret);
  expect(key).toMatch(/^[\w-]{22}$/);
  expect(memberKey(ada, secret)).toBe(key);
  expect(memberKey(ada.replace("6", "7"), secret)).not.toBe(key);
  expect(memberKey(ada, "t".repeat(32))).not.toBe(key);
});
