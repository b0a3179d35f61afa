import { once } from "node:events";
import { createServer } from "node:http";
import { brotliCompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { wireSize } from "./wire-size.ts";

it("measures a response's compressed body", async () => {
  const packed = brotliCompressSync("photo ".repeat(1_000));
  const server = createServer((request, response) => {
    if (!request.headers["accept-encoding"]?.includes("br")) throw new Error("asked for unpacked");
    response.setHeader("Content-Encoding", "br").write(packed.subarray(0, 5));
    response.end(packed.subarray(5));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  try {
    expect(await wireSize(`http://127.0.0.1:${port}/`)).toBe(packed.length);
  } finally {
    server.close();
  }
});
