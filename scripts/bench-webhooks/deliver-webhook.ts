import { createHmac } from "node:crypto";
import { type Agent, request } from "node:http";

/** Sends the signed webhook about a paid purchase, as Paystack does. Returns the answer's status once it was read to its end. */
export function deliverWebhook(
  { url, secretKey, agent }: { url: string; secretKey: string; agent: Agent },
  reference: string,
): Promise<number> {
  const body = JSON.stringify({ event: "charge.success", data: { reference } });
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    "x-paystack-signature": createHmac("sha512", secretKey).update(body).digest("hex"),
  };
  return new Promise((resolve, reject) => {
    request(url, { method: "POST", agent, headers }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    })
      .once("error", reject)
      .end(body);
  });
}
