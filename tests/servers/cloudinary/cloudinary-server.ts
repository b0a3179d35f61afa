import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { type Misbehaviour, misbehave } from "../misbehave.ts";
import { answerCall, type Call, deliverySignature, isOperation, type Operation } from "./api-calls.ts";
import { type AssetStore, createAssetStore, keyOf } from "./asset-store.ts";

export interface CloudinaryServer {
  /** The value that an operator would set. */
  cloudinaryUrl: string;
  origin: string;
  store: AssetStore;
  requests: RecordedRequest[];
  /** The next `times` requests of that kind fail in this way; null: none fails any more. */
  fail(on: Operation | "delivery", misbehaviour: Misbehaviour | null, times?: number): void;
  /** The next `times` calls are carried out, but their response is lost. */
  loseAnswer(on: Operation, times?: number): void;
  /** The number of open connections. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

export interface RecordedRequest {
  kind: Operation | "delivery";
  path: string;
  headers: Record<string, string>;
  parameters: Record<string, string>;
  fileBytes: number;
}

/**
 * A stand-in for Cloudinary on a separate port: the upload API's upload, destroy and rename, and the delivery of
 * authenticated images, both with real signatures, and the delivery network's cache. `times` of a failure is endless by
 * default.
 */
export async function startCloudinaryServer(
  { cloudName, apiKey, apiSecret } = { cloudName: "demo", apiKey: "123456789012345", apiSecret: "the-secret" },
): Promise<CloudinaryServer> {
  const store = createAssetStore();
  const requests: RecordedRequest[] = [];
  const failures = new Map<RecordedRequest["kind"], { misbehaviour: Misbehaviour | "lose the answer"; left: number }>();
  const server = http.createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });

  function nextFailure(kind: RecordedRequest["kind"]) {
    const failure = failures.get(kind);
    if (!failure) return undefined;
    failure.left -= 1;
    if (failure.left <= 0) failures.delete(kind);
    return failure.misbehaviour;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? "";
    const [, version, cloud, resourceType, operation = ""] = url.split("/");
    if (request.method === "POST" && version === "v1_1" && resourceType === "image" && isOperation(operation)) {
      return call(request, response, cloud ?? "", operation);
    }
    if (request.method === "GET" && url === `/v1_1/${cloudName}/ping`) {
      const basic = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString("base64")}`;
      const known = request.headers.authorization === basic;
      return void response
        .writeHead(known ? 200 : 401, { "Content-Type": "application/json" })
        .end(JSON.stringify(known ? { status: "ok" } : { error: { message: "Invalid credentials" } }));
    }
    if (request.method === "GET") return deliver(request, response, url);
    response.writeHead(404).end();
  }

  async function call(request: IncomingMessage, response: ServerResponse, cloud: string, operation: Operation) {
    const received = await receive(request);
    record(request, operation, received);
    const failure = nextFailure(operation);
    if (failure && failure !== "lose the answer") return misbehave(response, failure);
    const { status, body } = await answerCall(
      store,
      { cloudName, apiKey, apiSecret },
      { ...received, cloud, operation },
    );
    if (failure) return void response.destroy();
    response.writeHead(status, { "Content-Type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
  }

  async function deliver(request: IncomingMessage, response: ServerResponse, url: string) {
    record(request, "delivery", { parameters: new Map(), file: null });
    const failure = nextFailure("delivery");
    if (failure && failure !== "lose the answer") return misbehave(response, failure);
    const asked =
      /^\/([^/]+)\/image\/authenticated\/(s--[\w-]{8}--)\/(?:((?:[a-z]+_[^/]+)?)\/)?(?:(v\d+)\/)?(.+)$/.exec(url);
    const [, cloud, signature, transformation = "", version, source = ""] = asked ?? [];
    const isSigned = signature === deliverySignature(transformation, source, apiSecret);
    if (cloud !== cloudName || !isSigned) {
      return void response.writeHead(401, { "X-Cld-Error": "Invalid signature" }).end();
    }
    const key = keyOf("authenticated", decodeURIComponent(source).replace(/\.[^./]+$/, ""));
    const { status, error, body, contentType } = await store.deliver(url, { key, version, transformation });
    response.writeHead(status, { "Content-Type": contentType, ...(error ? { "X-Cld-Error": error } : {}) }).end(body);
  }

  function record(
    request: IncomingMessage,
    kind: RecordedRequest["kind"],
    { parameters, file }: Omit<Call, "cloud" | "operation">,
  ) {
    const secrets = new Set(["api_key", "signature"]);
    requests.push({
      kind,
      path: request.url ?? "",
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      parameters: Object.fromEntries(
        [...parameters].map(([name, value]) => [name, secrets.has(name) ? "<secret>" : value]),
      ),
      fileBytes: file?.length ?? 0,
    });
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    cloudinaryUrl: `cloudinary://${apiKey}:${apiSecret}@${cloudName}?upload_prefix=http://${host}&secure=false&cname=${host}`,
    origin: `http://${host}`,
    store,
    requests,
    fail: (on, misbehaviour, times = Infinity) =>
      void (misbehaviour ? failures.set(on, { misbehaviour, left: times }) : failures.delete(on)),
    loseAnswer: (on, times = Infinity) => void failures.set(on, { misbehaviour: "lose the answer", left: times }),
    connections: promisify(server.getConnections.bind(server)),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function receive(request: IncomingMessage): Promise<Omit<Call, "cloud" | "operation">> {
  const body = new Uint8Array(await buffer(request));
  const form = await new Response(body, {
    headers: { "Content-Type": request.headers["content-type"] ?? "" },
  }).formData();
  const parameters = new Map<string, string>();
  let file: Buffer | null = null;
  for (const [name, value] of form) {
    if (typeof value === "string") parameters.set(name, value);
    else file = Buffer.from(await value.arrayBuffer());
  }
  return { parameters, file };
}
