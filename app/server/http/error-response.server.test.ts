import { expect, test } from "vitest";
import { errorResponse } from "./error-response.server.ts";

const bare = () => new Response("Unexpected Server Error", { status: 500, headers: { "Content-Type": "text/plain" } });
const page = async (request: Request) => new Response(`page ${new URL(request.url).pathname}`, { status: 500 });
const asked = (headers: Record<string, string>) =>
  new Request("http://localhost:3000/buy-coins/pay", { method: "POST", headers });

test("answers a form's sender with a page, in browsers old and new", async () => {
  for (const headers of [{ "Sec-Fetch-Dest": "document" }, { Accept: "text/html,*/*" }] as Record<string, string>[]) {
    const answer = await errorResponse(asked(headers), bare(), page);
    expect([answer.status, await answer.text()]).toEqual([500, "page /failed"]);
  }
});

test("answers scripts, pictures and programs with JSON", async () => {
  for (const headers of [{ "Sec-Fetch-Dest": "empty", Accept: "text/html" }, { Accept: "*/*" }] as Record<
    string,
    string
  >[]) {
    const answer = await errorResponse(asked(headers), bare(), page);
    expect(await answer.json()).toEqual({ error: expect.stringContaining("Please try again.") });
  }
});

test("leaves other responses unchanged", async () => {
  for (const answer of [Response.json({}, { status: 500 }), new Response("no", { status: 404 })])
    expect(await errorResponse(asked({ Accept: "text/html" }), answer, page)).toBe(answer);
});
