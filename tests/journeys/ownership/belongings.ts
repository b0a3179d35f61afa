import { randomUUID } from "node:crypto";
import { expect } from "../product.ts";
import { partOf, type Person, type ToolPath, tools } from "./person.ts";

/** Everything a member can own, by its identifiers in addresses and forms. */
export interface Belongings {
  cookie: string;
  userId: string;
  photoId: string;
  photoPublicId: string;
  uploadKey: string;
  /** An unstarted run of each tool. */
  drafts: Record<ToolPath, string>;
  /** A finished transformation of each tool, and its result's photo. */
  jobs: Record<ToolPath, string>;
  results: Record<ToolPath, string>;
  /** Another angle of the finished portrait. */
  angle: string;
  /** A failed transformation of Surprise Me. */
  failed: string;
  share: { id: string; token: string };
  revoked: { id: string; token: string };
  /** A finished payment and an unfinished one. */
  paid: string;
  unpaid: string;
  preset: string;
  /** An unstarted Surprise Me batch of one photo, and a finished batch. */
  batchDraft: string;
  batch: string;
}

export interface Little {
  photoPublicId: string;
  draft: string;
  /** A finished portrait. */
  portrait: string;
}

export const adasSecrets = ["Zuwaira", "zanzibar-secret"];

/** Creates one of everything for a new member. */
export async function ownOneOfEverything(person: Person): Promise<Belongings> {
  const [bought, left, uploadKey] = [await person.buy("pro"), await person.buy(), randomUUID()];
  await person.pay(bought.checkout);
  expect((await person.get(`/buy-coins/return?reference=${bought.reference}`)).headers.location).toBe("/dashboard");
  const { photoId, publicId: photoPublicId } = await person.upload("zanzibar-secret.jpg", uploadKey);
  const ofEachTool = async (make: (path: ToolPath) => Promise<string>) => {
    const made: [ToolPath, string][] = [];
    for (const path of tools) made.push([path, await make(path)]);
    return Object.fromEntries(made) as Record<ToolPath, string>;
  };
  const jobs = await ofEachTool((path) => person.start(path, photoId));
  // One member's jobs run one after the other, so this one still waits.
  const failed = await person.start("/surprise-me", photoId);
  await person.post("/surprise-me/cancel", { form: { job: failed } });
  expect((await person.get(`/api/transformations/${failed}`)).body).toContain('"status":"failed"');
  const drafts = await ofEachTool((path) => person.draft(path, photoId));
  const results = await ofEachTool((path) => person.finished(jobs[path]));
  const asked = await person.post("/transform/angle", { form: { job: jobs["/transform"], angle: "low", key: "" } });
  const angle = partOf(asked, /&angle=([0-9a-f-]{36})$/);
  const share = await person.share("/surprise-me", jobs["/surprise-me"]);
  const revoked = await person.share("/pixel-art", jobs["/pixel-art"]);
  expect((await person.post(`/shares/${revoked.id}/revoke`, { form: {} })).status).toBe(303);
  await person.finished(angle);
  const batchDraft = await person.batchDraft(photoId);
  const batch = await person.batch(photoId);
  const preset = await person.preset(jobs["/transform"], "Zuwaira's preset");
  const { cookie } = person;
  const userId = userIdIn(cookie);
  const pictures = { photoId, photoPublicId, uploadKey, results };
  return {
    cookie,
    userId,
    ...pictures,
    drafts,
    jobs,
    angle,
    failed,
    share,
    revoked,
    paid: bought.reference,
    unpaid: left.reference,
    preset,
    batchDraft,
    batch,
  };
}

export async function ownALittle(person: Person): Promise<Little> {
  const { checkout, reference } = await person.buy("pro");
  await person.pay(checkout);
  await person.get(`/buy-coins/return?reference=${reference}`);
  const { photoId, publicId: photoPublicId } = await person.upload("bayo.jpg", randomUUID());
  const portrait = await person.start("/transform", photoId);
  await person.finished(portrait);
  return { photoPublicId, draft: await person.draft("/surprise-me", photoId), portrait };
}

/** The pages that list what a member owns. */
export const lists = [
  "/dashboard",
  "/batches",
  "/presets",
  "/gallery?view=list",
  "/shares",
  "/settings",
  "/settings?tab=history",
];

/** Addresses of everything owned by a member. */
export function addressesOf(mine: Belongings): string[] {
  const pictures = [mine.photoId, ...Object.values(mine.results)];
  return [
    ...lists,
    ...pictures.flatMap((id) => [`/images/${id}/full`, `/images/${id}/320.jpeg`]),
    ...tools.flatMap((path) => [`${path}?job=${mine.jobs[path]}`, `${path}?draft=${mine.drafts[path]}`]),
    `/transform?job=${mine.angle}`,
    `/surprise-me?failed=${mine.failed}`,
    ...[...Object.values(mine.jobs), mine.angle, mine.failed].map((id) => `/api/transformations/${id}`),
    `/transform?preset=${mine.preset}`,
    `/presets/new?from=${mine.jobs["/transform"]}`,
    `/presets/${mine.preset}/rename`,
    `/presets/${mine.preset}/delete`,
    `/s/${mine.share.token}`,
    `/s/${mine.share.token}/640.webp`,
    `/s/${mine.revoked.token}`,
    `/surprise-me/batch?draft=${mine.batchDraft}`,
    `/batches/${mine.batch}`,
    `/settings/receipts/${mine.paid}`,
    `/buy-coins/return?reference=${mine.paid}`,
  ];
}

export async function seenBy(person: Person, addresses: string[]): Promise<Record<string, string>> {
  const seen: [string, string][] = [];
  for (const address of addresses) {
    const { status, headers, body } = await person.get(address);
    seen.push([address, `${status} ${headers.location ?? ""}\n${lasting(body)}`]);
  }
  return Object.fromEntries(seen);
}

/**
 * A page without its nonces, its scripts' data (with ages), React's empty placeholders for that data (they vary with
 * load order), download names and relative times.
 */
function lasting(body: string): string {
  return body
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<!--\/?\$\??-->|<template id="B:\d+"><\/template>/g, "")
    .replace(/<div hidden id="S:\d+"><\/div>/g, "")
    .replace(/ nonce="[^"]*"/g, "")
    .replace(/-\d{13}-[0-9a-f]{4}\./g, ".")
    .replace(/Just now|\d+ (second|minute)s? ago/gi, "lately");
}

/** The session's user id: the subject of the access token. */
function userIdIn(cookie: string): string {
  const session = Buffer.from(/base64-([\w-]+)/.exec(cookie)?.[1] ?? "", "base64url").toString();
  const claims = Buffer.from(/"access_token":"[^."]+\.([^."]+)/.exec(session)?.[1] ?? "", "base64url").toString();
  const id = /"sub":"([0-9a-f-]{36})"/.exec(claims)?.[1];
  if (!id) throw new Error("no session cookie");
  return id;
}
