/** Answers every verification with a payment of the price, as fast as it can. Says its port; "stop" ends it. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const [plan] = (await once(process, "message")) as [{ amountKobo: number }];
const server = createServer((request, response) => {
  const reference = decodeURIComponent(request.url?.split("/").at(-1) ?? "");
  const data = { status: "success", reference, amount: plan.amountKobo, currency: "NGN", domain: "test" };
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ status: true, data }));
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.send?.({ port: (server.address() as AddressInfo).port });
process.once("message", () => process.exit());
process.once("disconnect", () => process.exit());
