import { describe, expect, it } from "vitest";
import { readSmallForm } from "./read-form.server.ts";

describe("a form without files", () => {
  it("reads a form without files as browsers send it", async () => {
    const form = await readSmallForm(posted("email=ada%40example.com&next="));
    expect([...form]).toEqual([
      ["email", "ada@example.com"],
      ["next", ""],
    ]);
  });

  it.each([
    ["is larger than any such form", 413, () => posted("a=1", { "Content-Length": "16385" })],
    ["does not say how large it is", 411, () => posted("a=1", { "Content-Length": undefined })],
    ["states no number as its size", 411, () => posted("a=1", { "Content-Length": "many" })],
    ["is no form", 400, () => posted("{}", { "Content-Type": "application/json" })],
    ["is a broken multipart form", 400, () => posted("--x", { "Content-Type": "multipart/form-data; boundary=y" })],
  ])("refuses a form without files when it %s", async (_, status, request) => {
    await expect(readSmallForm(request())).rejects.toMatchObject({ status });
  });
});

function posted(body: string, changes: Record<string, string | undefined> = {}): Request {
  const usual = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": String(body.length) };
  const headers = Object.entries({ ...usual, ...changes }).filter(
    (header): header is [string, string] => header[1] !== undefined,
  );
  return new Request("http://own.example/login", { method: "POST", body, headers });
}
