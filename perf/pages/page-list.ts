import type { APIResponse, Browser } from "@playwright/test";
import sharp from "sharp";
import { cameraPhoto } from "../../tests/fixtures/photos/scene.ts";
import { type Member, phone } from "../browser/phone.ts";
import type { FullGallery } from "../seed-gallery.ts";

export interface MeasuredPage {
  name: string;
  /** The browser that opens it. */
  by: "visitor" | "member";
  path: string;
  status: number;
  /** Ceilings of a first visit: kB of all answers together, and requests. */
  kB: number;
  requests: number;
}

/**
 * Every page a person can open, with the ceilings of a first visit: the measured figures plus a small margin. A change
 * that makes a page heavier breaks its ceiling, and is either recorded here or reverted.
 */
export const pageList = (places: Places): MeasuredPage[] =>
  Object.entries({ visitor: visitors(places), member: members(places) }).flatMap(([by, rows]) =>
    rows.map(([name, kB, requests, path = name, status = 200]) => {
      return { name, by: by as MeasuredPage["by"], path, status, kB, requests };
    }),
  );

/** Name, kB, requests; the address if it is not the name; the status if it is not 200. */
type Row = [name: string, kB: number, requests: number, path?: string, status?: number];

const visitors = (places: Places): Row[] => [
  ["/", 34, 5],
  ["/mobile", 77, 8],
  ["/login", 18, 4],
  ["/register", 18, 4],
  ["/verify-email", 17, 4],
  ["/forgot-password", 17, 4],
  ["/reset-password", 17, 4],
  ["/terms", 18, 4],
  ["/privacy", 20, 4],
  ["/support", 17, 4],
  ["/social-login", 17, 4],
  ["/mailbox", 17, 4],
  ["a page that is not there", 19, 5, "/nowhere", 404],
  ["a shared result", 83, 6, `/s/${places.token}`],
  ["report a shared result", 17, 4, `/s/${places.token}/report`],
  ["sandbox checkout", 17, 4, `/sandbox/paystack/${places.checkout}`],
];

const members = (places: Places): Row[] => [
  ["/dashboard", 218, 24],
  ["/gallery", 247, 28],
  ["/gallery as list", 251, 29, "/gallery?view=list"],
  ["rename a result", 176, 17, `/gallery/${places.result}/rename`],
  ["delete a result", 163, 16, `/gallery/${places.result}/delete`],
  ["/surprise-me", 165, 16],
  ["/transform", 166, 15],
  ["/pixel-art", 166, 16],
  ["/background-engine", 166, 16],
  ["/id-photo", 166, 16],
  ["Surprise Me with its photo", 192, 22, `/surprise-me?draft=${places.surpriseDraft}`],
  ["Portrait Studio, first choice", 204, 28, `/transform?draft=${places.portraitDraft}&step=background`],
  ["a transformation at work", 208, 22, `/surprise-me?job=${places.running}`],
  ["a result", 210, 21, `/surprise-me?job=${places.result}`],
  ["several photos, none yet", 176, 20, "/surprise-me/batch"],
  ["several photos, chosen", 182, 22, `/surprise-me/batch?draft=${places.severalDraft}`],
  ["crop or rotate", 175, 16, `/adjust/${places.surpriseDraft}`],
  ["/batches", 161, 17],
  ["a batch", 184, 20, `/batches/${places.batch}`],
  ["/presets", 168, 17],
  ["rename a preset", 156, 15, `/presets/${places.preset}/rename`],
  ["delete a preset", 155, 14, `/presets/${places.preset}/delete`],
  ["/support of a member", 21, 4, "/support"],
  ["/buy-coins", 162, 16],
  ["waiting for a payment", 156, 15, `/buy-coins/return?reference=${places.pending}`],
  ["/shares", 164, 16],
  ["/settings", 161, 15],
  ["/settings, history", 160, 15, "/settings?tab=history"],
  ["/settings/notices", 155, 14],
  ["a receipt", 160, 15, `/settings/receipts/${places.paid}`],
  ["delete the account", 160, 15, "/settings/delete-account"],
  ["/ of a member", 47, 5, "/"],
];

export interface Places {
  /** A finished transformation, and a running one. */
  result: string;
  running: string;
  /** Drafts with their photo, before the gem is spent. */
  surpriseDraft: string;
  portraitDraft: string;
  /** A draft of a batch with two photos. */
  severalDraft: string;
  batch: string;
  preset: string;
  /** The secret of a public link. */
  token: string;
  /** Payments: a paid one, a pending one, and the payment page of a third. */
  paid: string;
  pending: string;
  checkout: string;
}

/** Uploads, shares and buys like a browser without JavaScript, so that every page has content. */
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
  /** Returns the address of the payment page. */
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

/** The final address of an answer. @throws unless it is a page. */
function found(answer: APIResponse): URL {
  if (!answer.ok()) throw new Error(`${answer.url()} answered ${answer.status()}`);
  return new URL(answer.url());
}

async function named(answer: APIResponse, pattern: RegExp): Promise<string> {
  const name = pattern.exec(await answer.text())?.[1];
  if (!name) throw new Error(`${answer.url()} names no ${pattern.source}`);
  return name;
}
