import { createServer, request as send, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rejectRequest, allowedHostNames } from "./reject-request.server.ts";

const server = createServer((request, response) => {
  if (!rejectRequest(request, response, allowedHostNames("https://photogem.example"))) response.end("served");
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

function answer(method: string, path: string, host = "localhost:3000"): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    send({ port, method, path, headers: { host, connection: "close" } }, (response) => resolve(response.resume()))
      .on("error", reject)
      .end();
  });
}

test.each(["GET", "HEAD", "POST"])("serves %s", async (method) => {
  expect((await answer(method, "/")).statusCode).toBe(200);
});

test.each(["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"])(
  "answers %s with 405 and the allowed methods",
  async (method) => {
    const { statusCode, headers } = await answer(method, "/logout");
    expect([statusCode, headers.allow]).toEqual([405, "GET, HEAD, POST"]);
  },
);

test("serves DELETE only for a picture's identifier", async () => {
  expect((await answer("DELETE", "/api/images/0f8fad5b%2Fname")).statusCode).toBe(200);
  expect((await answer("DELETE", "/api/imagesX")).statusCode).toBe(405);
  expect((await answer("DELETE", "/gallery")).statusCode).toBe(405);
});

test.each(["*", "http://other.example/"])("answers the malformed path %s with 400", async (path) => {
  expect((await answer("GET", path)).statusCode).toBe(400);
});

test("refuses a foreign Host where embedded services run", async () => {
  expect((await answer("GET", "/mailbox", "evil.example:3000")).statusCode).toBe(421);
  expect((await answer("GET", "/mailbox", "photogem.example")).statusCode).toBe(200);
  expect((await answer("GET", "/mailbox", "127.0.0.1:3000")).statusCode).toBe(200);
});
