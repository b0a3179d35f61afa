/**
 * A React Router server without the product: the same node:http and node-fetch-server, one page. It zips its pages as
 * React Router's own server (react-router-serve) does.
 */
import { createServer } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { createRequestHandler, type ServerBuild } from "react-router";
import { bareBuild } from "./product.ts";

const zip = promisify(gzip);
const handle = createRequestHandler((await import(bareBuild)) as ServerBuild, "production");
const server = createServer(createRequestListener(async (request) => zipped(await handle(request))));
server.listen(Number(process.env["PORT"]), "127.0.0.1", () => console.log("ready"));
process.once("SIGTERM", () => {
  server.close(() => process.exit(0));
  server.closeAllConnections();
});

async function zipped(response: Response): Promise<Response> {
  const { headers, status } = response;
  if (!headers.get("Content-Type")?.startsWith("text/html")) return response;
  headers.set("Content-Encoding", "gzip");
  return new Response(await zip(await response.arrayBuffer()), { status, headers });
}
