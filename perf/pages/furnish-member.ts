import type { APIResponse, Browser } from "@playwright/test";
import sharp from "sharp";
import { cameraPhoto } from "../../tests/fixtures/photos/camera-photo.ts";
import { type Member, phone } from "../browser/phone.ts";
import type { FullGallery } from "../seed-gallery.ts";

export interface Places {
  /** A finished transformation, and one at work. */
  result: string;
  running: string;
  /** Runs with their photo, before the gem is spent. */
  surpriseDraft: string;
  portraitDraft: string;
  /** One over two photos. */
  severalDraft: string;
  batch: string;
  preset: string;
  /** The secret of a public link. */
  token: string;
  /** Payments: one paid for, one that waits for its bank, and the payment page of a third. */
  paid: string;
  pending: string;
  checkout: string;
}

/** Uploads, shares and buys as a browser without JavaScript does, so that every page has something to show. */
export async function furnishMember(
  browser: Browser,
  url: string,
  member: Member,
  { results, runningId, batchId, presetId }: FullGallery,
): Promise<Places> {
  const context = await browser.newContext({ ...phone, storageState: member });
  const { request } = context;
  const headers = { Origin: url };
  const ask = async (path: string) => found(await request.get(url + path));
  const post = async (path: string, form: Record<string, string>) =>
    found(await request.post(url + path, { form, headers }));
  const image = { name: "IMG_20260417_101400.jpg", mimeType: "image/jpeg", buffer: await cameraPhoto() };
  const upload = async (path: string) =>
    found(await request.post(url + path, { multipart: { image }, headers })).searchParams.get("draft") ?? "";
  const uploadSeveral = async () => {
    const photos = new FormData();
    for (const [name, buffer] of [
      ["one.jpg", image.buffer],
      ["two.jpg", await sharp(image.buffer).flop().jpeg().toBuffer()],
    ] as const) {
      photos.append("photos", new File([new Uint8Array(buffer)], name, { type: "image/jpeg" }));
    }
    const sent = await request.post(`${url}/surprise-me/batch`, { multipart: photos, headers });
    return found(sent).searchParams.get("draft") ?? "";
  };
  /** The page that takes the payment. */
  const buy = async (coins = "starter") => (await post("/buy-coins/pay", { package: coins, currency: "NGN" })).pathname;
  const lastReference = async () =>
    named(await request.get(`${url}/settings?tab=history`), /\/settings\/receipts\/([\w-]+)/);
  try {
    const result = results.at(-4)?.transformationId ?? "";
    await post("/shares", { transformation: result, original: "on", next: "/shares" });
    await post(await buy("pro"), { button: "pay" });
    const pending = await post(await buy(), { button: "leave-pending" });
    await ask("/dashboard");
    return {
      result,
      running: runningId,
      surpriseDraft: await upload("/surprise-me"),
      portraitDraft: await upload("/transform"),
      severalDraft: await uploadSeveral(),
      batch: batchId,
      preset: presetId,
      token: await named(await request.get(`${url}/shares`), /\/s\/([0-9a-f]{32})/),
      paid: await lastReference(),
      pending: pending.searchParams.get("reference") ?? "",
      checkout: (await buy()).split("/").at(-1) ?? "",
    };
  } finally {
    await context.close();
  }
}

/** Where an answer came from in the end. @throws unless it is a page. */
function found(answer: APIResponse): URL {
  if (!answer.ok()) throw new Error(`${answer.url()} answered ${answer.status()}`);
  return new URL(answer.url());
}

async function named(answer: APIResponse, pattern: RegExp): Promise<string> {
  const name = pattern.exec(await answer.text())?.[1];
  if (!name) throw new Error(`${answer.url()} names no ${pattern.source}`);
  return name;
}
