import { Agent, request as send, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Page } from "@playwright/test";
import type { Product } from "./product.ts";

export interface RawRequest {
  method?: string;
  /** As sent over the wire: no dot or slash is resolved. */
  path: string;
  cookie?: string;
  headers?: Record<string, string>;
  body?: Body;
}

/** A form, JSON, or a multipart form with a file in `image`. */
export type Body =
  | { form: Record<string, string> }
  | { json: unknown }
  | { multipart: Record<string, string>; image: Buffer; fileName?: string };

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body's bytes as Latin-1, so that pictures can be compared too. */
  body: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Sends a request exactly as written; browsers and fetch would normalise the address. */
export async function sendRaw(
  { url }: Pick<Product, "url">,
  { method = "GET", path, cookie, headers, body }: RawRequest,
) {
  const { port, origin, host } = new URL(url);
  const { type, bytes } = written(body);
  const fields = {
    Host: host,
    Origin: origin,
    ...(cookie ? { Cookie: cookie } : {}),
    ...(bytes ? { "Content-Type": type, "Content-Length": String(bytes.length) } : {}),
    ...headers,
  };
  return new Promise<RawAnswer>((resolve, reject) => {
    send({ agent, port, method, path, headers: fields }, (response) => {
      const { statusCode: status = 0, headers } = response;
      buffer(response).then((read) => resolve({ status, headers, body: read.toString("latin1") }), reject);
    })
      .on("error", (cause) =>
        reject(new Error(`no answer to ${method} ${path.slice(0, 200)}: ${cause.message}`, { cause })),
      )
      .end(bytes);
  });
}

/** The session of the signed-in member. */
export async function cookieOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

function written(body: Body | undefined): { type: string; bytes: Buffer | undefined } {
  if (!body) return { type: "", bytes: undefined };
  if ("form" in body) {
    return { type: "application/x-www-form-urlencoded", bytes: Buffer.from(new URLSearchParams(body.form).toString()) };
  }
  if ("json" in body) return { type: "application/json", bytes: Buffer.from(JSON.stringify(body.json)) };
  const boundary = "----a-photo-and-its-fields";
  const parts = Object.entries(body.multipart).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="${body.fileName ?? "b.jpg"}"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const bytes = Buffer.concat([Buffer.from(parts.join("") + file), body.image, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, bytes };
}
