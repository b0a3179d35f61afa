import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { type Misbehaviour, misbehave } from "../misbehave.ts";
import {
  answerWith,
  errorBody,
  type GenerateContentRequest,
  type Make,
  makePicture,
  requestSchema,
} from "./generate-content.ts";

export type Behaviour =
  | {
      how: "make";
      make: Make;
      /** Delay in ms. */ afterMs?: number;
      /** Full size, on the key colour. */ thorough?: true;
      /** The number of next pictures whose upper two thirds are blank. */
      headless?: number;
    }
  | { how: "answer"; body: object }
  | Misbehaviour;

export interface GeminiServer {
  baseUrl: string;
  apiKey: string;
  model: string;
  requests: RecordedRequest[];
  behave(behaviour: Behaviour): void;
  /** The number of open connections. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

export interface RecordedRequest {
  path: string;
  headers: Record<string, string>;
  /** The base64 of pictures is replaced by its length. */
  body: unknown;
}

const modelsOfOneSize = ["gemini-3.1-flash-lite-image"];

/** Google's limit for a request, pictures included. */
const maxRequestBytes = 20 * 1024 * 1024;

/**
 * A stand-in for the Gemini API on a separate port: `models.generateContent` of one image model. It checks key, path
 * and body with Google's messages, and returns a tinted version of the photo, in the requested shape and size.
 */
export async function startGeminiServer({ model = "gemini-nano-banana-2.1" } = {}): Promise<GeminiServer> {
  const apiKey = "AIzaTestKeyThatMustNotBeLogged";
  const requests: RecordedRequest[] = [];
  let behaviour: Behaviour = { how: "make", make: "png" };
  const server = http.createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const aboutModel = request.method === "GET" && /^\/v1\w*\/models\/([^/:]+)$/.exec(request.url ?? "");
    const answer = (status: number, json: object) =>
      void response.writeHead(status, { "Content-Type": "application/json; charset=UTF-8" }).end(JSON.stringify(json));
    if (aboutModel) {
      const [status, refused] = refuseKeyOrModel(request, aboutModel[1] ?? "") ?? [];
      if (behaviour.how !== "make" && behaviour.how !== "answer") return misbehave(response, behaviour);
      return answer(status ?? 200, refused ?? { name: `models/${model}` });
    }
    requests.push(record(request, body));
    const [status, refused] = refuse(request, body) ?? [];
    if (status && refused) return answer(status, refused);
    const asked = requestSchema.safeParse(JSON.parse(body.toString()));
    if (!asked.success) return answer(400, badRequest(asked.error.issues[0]?.path.join(".") ?? ""));
    const size = asked.data.generationConfig.imageConfig?.imageSize;
    if (size && modelsOfOneSize.includes(model))
      return answer(400, errorBody(400, "INVALID_ARGUMENT", `Image size ${size} is not supported by this model.`));
    if (behaviour.how === "answer") return answer(200, behaviour.body);
    if (behaviour.how !== "make") return misbehave(response, behaviour);
    if (behaviour.afterMs) await pause(behaviour.afterMs);
    const { make } = behaviour;
    const headless = (behaviour.headless ?? 0) > 0;
    if (headless) behaviour = { ...behaviour, headless: (behaviour.headless ?? 0) - 1 };
    const { thorough } = behaviour;
    const picture = await makePicture(asked.data satisfies GenerateContentRequest, make, { thorough, headless });
    if (!picture) return answer(400, errorBody(400, "INVALID_ARGUMENT", "Provided image is not valid."));
    answer(200, answerWith(picture, make));
  }

  function refuse(request: IncomingMessage, body: Buffer): [number, object] | null {
    const [, version = "", asked = ""] =
      /^\/(v1|v1beta|v1alpha)\/models\/([^:/]+):generateContent$/.exec(request.url ?? "") ?? [];
    if (request.method !== "POST" || !version) return [404, {}];
    const refused = refuseKeyOrModel(request, asked);
    if (refused) return refused;
    if (body.length > maxRequestBytes)
      return [400, errorBody(400, "INVALID_ARGUMENT", "Request payload size exceeds the limit.")];
    return null;
  }

  function refuseKeyOrModel(request: IncomingMessage, asked: string): [number, object] | null {
    const key = request.headers["x-goog-api-key"];
    if (!key) {
      const message = "Method doesn't allow unregistered callers (callers without established identity).";
      return [403, errorBody(403, "PERMISSION_DENIED", message)];
    }
    if (key !== apiKey) {
      const details = [
        { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID", domain: "googleapis.com" },
      ];
      return [400, errorBody(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", details)];
    }
    if (asked !== model) {
      return [
        404,
        errorBody(404, "NOT_FOUND", `models/${asked} is not found for this API version, or is not supported.`),
      ];
    }
    return null;
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey,
    model,
    requests,
    behave: (next) => void (behaviour = next),
    connections: promisify(server.getConnections.bind(server)),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function record(request: IncomingMessage, body: Buffer): RecordedRequest {
  const text = body.toString().replace(/[A-Za-z0-9+/=]{200,}/g, ({ length }) => `<base64, ${length} characters>`);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  return {
    path: request.url ?? "",
    headers: {
      ...Object.fromEntries(headers),
      ...(request.headers["x-goog-api-key"] ? { "x-goog-api-key": "<secret>" } : {}),
    },
    body: text ? JSON.parse(text) : null,
  };
}

function badRequest(field: string) {
  const violation = { field, description: `Invalid JSON payload received. Unknown name or value at '${field}'` };
  const details = [{ "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: [violation] }];
  return errorBody(400, "INVALID_ARGUMENT", violation.description, details);
}
