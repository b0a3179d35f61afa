import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { reportSchema } from "./reports.server.ts";

function parse(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return parseWithZod(form, { schema: reportSchema });
}

test("requires only a reason and treats empty fields as missing", () => {
  const submission = parse({ reason: "child", details: "", email: "" });
  expect(submission.status).toBe("success");
  expect(submission.payload).toEqual({ reason: "child", details: "", email: "" });
  expect(submission.status === "success" && submission.value).toEqual({ reason: "child" });
});

test.each<Record<string, string>>([{}, { reason: "" }, { reason: "boredom" }, { reason: "constructor" }])(
  "rejects %j as a reason",
  (fields) => {
    expect(parse(fields).reply().error).toEqual({ reason: ["Choose a reason."] });
  },
);

test("allows 500 characters and counts a line break as one", () => {
  const details = `${"a".repeat(250)}\r\n${"ä".repeat(249)}`;
  const submission = parse({ reason: "other", details });
  expect(submission.status === "success" && submission.value.details).toBe(details.replace("\r\n", "\n"));
  expect(parse({ reason: "other", details: `${details}b` }).reply().error).toEqual({
    details: ["Write at most 500 characters."],
  });
});

test("removes characters that PostgreSQL cannot store and treats spaces as empty", () => {
  const submission = parse({ reason: "other", details: " one\u0000two ", email: " me@example.com " });
  expect(submission.status === "success" && submission.value).toEqual({
    reason: "other",
    details: "onetwo",
    email: "me@example.com",
  });
});

test("refuses an invalid address", () => {
  for (const email of ["me", "me@example.com\r\nBcc: all@example.com", `${"a".repeat(250)}@example.com`]) {
    expect(Object.keys(parse({ reason: "other", email }).reply().error ?? {})).toEqual(["email"]);
  }
});
