import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { photoFixtures } from "../../fixtures/photo-fixtures.ts";
import { expect, type Product } from "../product.ts";
import { type Body, type RawAnswer, sendRaw } from "../raw-request.ts";

export const tools = ["/surprise-me", "/pixel-art", "/background-engine", "/transform", "/id-photo"] as const;
export type ToolPath = (typeof tools)[number];

const answers: Record<ToolPath, { tool: string; step: string; answers: Record<string, string> }> = {
  "/surprise-me": { tool: "surprise-me", step: "enhance", answers: {} },
  "/pixel-art": { tool: "art-style", step: "style", answers: { style: "sketch", intensity: "100" } },
  "/background-engine": { tool: "background-engine", step: "settings", answers: { mode: "remove", edges: "50" } },
  "/id-photo": { tool: "id-photo", step: "check", answers: { document: "icao-35x45" } },
  "/transform": {
    tool: "portrait-studio",
    step: "camera-angle",
    answers: {
      background: "maintain",
      attire: "maintain",
      gender: "female",
      pose: "maintain",
      angle: "maintain",
    },
  },
};

export class Person {
  readonly cookie: string;
  readonly #product: Product;

  constructor(product: Product, cookie: string) {
    this.#product = product;
    this.cookie = cookie;
  }

  get = (path: string) => sendRaw(this.#product, { path, cookie: this.cookie });
  post = (path: string, body: Body, headers: Record<string, string> = {}) =>
    sendRaw(this.#product, { method: "POST", path, cookie: this.cookie, body, headers });

  async upload(fileName: string, uploadKey: string): Promise<{ photoId: string; publicId: string }> {
    const image = await readFile((await photoFixtures()).portrait);
    const headers = { "Idempotency-Key": uploadKey };
    const kept = await this.post("/api/images/upload", { multipart: {}, image, fileName }, headers);
    expect(kept.status).toBe(201);
    const { publicId } = JSON.parse(kept.body) as { publicId: string };
    return { photoId: publicId.split("/")[0] ?? "", publicId };
  }

  async draft(path: ToolPath, photo: string): Promise<string> {
    const id = randomUUID();
    const { tool, answers: given } = answers[path];
    expect((await this.post(`/api/drafts/${id}`, { form: { tool, photo, ...given } })).status).toBe(204);
    return id;
  }

  /** Spends a gem on a new run. Returns its id. */
  async start(path: ToolPath, photo: string): Promise<string> {
    const { step, answers: given } = answers[path];
    const started = await this.post(`${path}?draft=${await this.draft(path, photo)}&step=${step}`, { form: given });
    return partOf(started, /\?job=([0-9a-f-]{36})$/);
  }

  /** Waits until the job is done. Returns the result's photo. */
  async finished(job: string): Promise<string> {
    let body = "";
    await expect(async () => {
      body = (await this.get(`/api/transformations/${job}`)).body;
      expect(body).toContain('"status":"completed"');
    }).toPass({ intervals: [200], timeout: 60_000 });
    return /\/images\/([0-9a-f-]{36})\/full/.exec(body)?.[1] ?? "";
  }

  /** Creates a Surprise Me batch draft with one photo. */
  async batchDraft(photo: string): Promise<string> {
    const id = randomUUID();
    expect((await this.post(`/api/drafts/${id}/photos`, { form: { tool: "surprise-me", photo } })).status).toBe(200);
    return id;
  }

  /** Runs a batch and waits until it is done. */
  async batch(photo: string): Promise<string> {
    const draft = await this.batchDraft(photo);
    const started = await this.post(`/surprise-me?draft=${draft}&step=enhance`, { form: { photos: "1" } });
    const id = partOf(started, /\/batches\/([0-9a-f-]{36})$/);
    await expect(async () => {
      expect((await this.get(`/batches/${id}`)).body).toContain("Download all");
    }).toPass({ intervals: [200], timeout: 60_000 });
    return id;
  }

  async share(path: ToolPath, job: string): Promise<{ id: string; token: string }> {
    expect((await this.post("/shares", { form: { transformation: job } })).status).toBe(303);
    const { body } = await this.get(`${path}?job=${job}&share=1`);
    const id = /\/shares\/([0-9a-f-]{36})\/revoke/.exec(body)?.[1] ?? "";
    return { id, token: /\/s\/([0-9a-f]{32})/.exec(body)?.[1] ?? "" };
  }

  /** Saves a finished job's choices. Returns the preset's id. */
  async preset(job: string, name: string): Promise<string> {
    expect((await this.post(`/presets/new?from=${job}`, { form: { name } })).status).toBe(303);
    return /\/presets\/([0-9a-f-]{36})\/rename/.exec((await this.get("/presets")).body)?.[1] ?? "";
  }

  /** Goes to the payment page. Returns its address and the payment's reference. */
  async buy(id: "starter" | "pro" = "starter"): Promise<{ checkout: URL; reference: string }> {
    const started = await this.post("/buy-coins/pay", { form: { package: id } });
    const checkout = new URL(partOf(started, /^(.*\/(?:sandbox\/paystack|checkout)\/\S+)$/), this.#product.url);
    const { body } = await sendRaw({ url: checkout.origin }, { path: checkout.pathname });
    return { checkout, reference: /\d{13}-(starter|pro)-(NGN|USD)/.exec(body)?.[0] ?? "" };
  }

  /** Clicks Pay on a payment page, which may belong to another site. */
  pay = ({ origin, pathname }: URL) =>
    sendRaw({ url: origin }, { method: "POST", path: pathname, body: { form: { button: "pay" } } });
}

/** Returns a part of a redirect's address. */
export function partOf({ status, headers }: RawAnswer, pattern: RegExp): string {
  const part = pattern.exec(headers.location ?? "")?.[1];
  if (!part) throw new Error(`${status} ${headers.location ?? "without a location"} is not ${pattern}`);
  return part;
}
