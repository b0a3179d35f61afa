import { refusedShare, severalSharedPhotosPath, sharedPhotoPath, sharePath } from "../share-address.ts";
import { forgetOldSharedPhoto, forgetSharedPhoto, storeSharedPhotos } from "../shared-photo.ts";
import { offlineFormsChannel, type PageReady, type StorePictures } from "../worker-messages.ts";
import {
  answerAsset,
  cachedFile,
  cachedOfflinePage,
  cacheMemberFiles,
  cacheVisitorFiles,
  offlinePage,
  removeOldFiles,
} from "./assets.ts";
import { answerPicture, storePictures } from "./private-pictures.ts";
import { alsoForget, applyResponse, cacheOwner, currentGeneration, forgetEverything } from "./member-caches.ts";
import { type FetchEvent, worker } from "./worker-scope.ts";
import { offlineFormsStore, sendingLock, sendOfflineForms } from "../offline-forms/send-offline-forms.ts";
import { maxUploadBytes, photoExtensions } from "../../photos/upload/photo-problems.ts";

/** Caches build files, the offline page and a member's last small pictures, no page or its data. */

const store = offlineFormsStore();

/** An expired session keeps its forms, since the member may sign in again. */
const forgetFormsOfOthers = async (member: string | null): Promise<void> => {
  if (member !== null) await store.forget(member);
};

const forgetForms = () => store.forget(null);

const forgetOldForms = () => store.all();

alsoForget(forgetFormsOfOthers);
sendFormsOnSync();

worker.addEventListener("install", (event) => event.waitUntil(cacheVisitorFiles()));

worker.addEventListener("activate", (event) => event.waitUntil(activate()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin) return;
  if (request.method === "GET") answerGet(event, pathname);
  else if (isShare(request)) event.respondWith(takeShare(request));
  else if (isSignOut(request, pathname))
    event.waitUntil(Promise.all([forgetEverything(), forgetSharedPhoto(), forgetForms()]));
});

worker.addEventListener("message", (event) => event.waitUntil(handleMessage(event.data)));

async function activate() {
  await worker.registration.navigationPreload?.enable();
  await removeOldFiles();
  await worker.clients.claim();
}

function answerGet(event: FetchEvent, pathname: string) {
  const { request } = event;
  if (request.mode === "navigate") {
    event.respondWith(answerPage(event));
    event.waitUntil(isRefusedShare(request.url) ? forgetSharedPhoto() : forgetOldSharedPhoto());
    event.waitUntil(forgetOldForms());
  } else if (pathname.endsWith(".data")) event.respondWith(answerData(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(answerAsset(event));
  else if (pathname.startsWith("/images/")) event.respondWith(answerPicture(request));
  else if (pathname === "/favicon.svg")
    event.respondWith(cachedFile(pathname).then((cached) => cached ?? fetch(request)));
}

const isRefusedShare = (url: string) => new URL(url).searchParams.get("shared") === refusedShare;

/** A forged sign-out, which the server refuses, must not delete the member's data. */
const isSignOut = ({ referrer }: Request, pathname: string) =>
  pathname === "/logout" && referrer.startsWith(`${worker.location.origin}/`);

type Message = PageReady | StorePictures | { type: "SKIP_WAITING" };

async function handleMessage(data: unknown): Promise<void> {
  const message = (typeof data === "string" ? { type: data } : data) as Message | null;
  switch (message?.type) {
    case "SKIP_WAITING":
      return worker.skipWaiting();
    case "PAGE_READY":
      if (message.member && (await isCurrentMember(message.member))) await cacheMemberFiles();
      return;
    case "KEEP_PICTURES":
      if (await isCurrentMember(message.member)) await storePictures(message);
      return;
  }
}

async function isCurrentMember(member: string): Promise<boolean> {
  // A worker installed on this page has seen no server response yet.
  if ((await cacheOwner()) === null) await fetchMemberKey();
  return (await cacheOwner()) === member;
}

async function answerPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const generation = currentGeneration();
  let response: Response;
  try {
    response = (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await cachedOfflinePage()) ?? Response.error();
  }
  return applied(response, generation);
}

async function answerData(request: Request): Promise<Response> {
  const generation = currentGeneration();
  return applied(await fetch(request), generation);
}

async function fetchMemberKey(): Promise<void> {
  const generation = currentGeneration();
  await applied(await fetch(offlinePage, { method: "HEAD", cache: "no-store" }), generation);
}

async function applied(response: Response, generation: number): Promise<Response> {
  try {
    await applyResponse(response, generation);
  } catch (error) {
    // The next response retries; the page itself is unaffected.
    // oxlint-disable-next-line no-console -- the one place a worker can say something
    console.error("Private things could not be forgotten.", error);
  }
  return response;
}

function sendFormsOnSync() {
  worker.addEventListener("sync", (event) => {
    if (event.tag === sendingLock) event.waitUntil(send());
  });
}

async function send() {
  const halt = await navigator.locks.request(sendingLock, () => sendOfflineForms(store, fetch));
  const channel = new BroadcastChannel(offlineFormsChannel);
  channel.postMessage(null);
  channel.close();
  if (halt === "no-line") throw new Error("The line was lost again.");
}

export const isShare = ({ method, mode, url, referrer }: Request): boolean =>
  method === "POST" && mode === "navigate" && new URL(url).pathname === sharePath && !isForeign(referrer);

/** Stores the photos and redirects to the tool, or to the batch page for several. */
export async function takeShare(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => null);
  const files = (form?.getAll("photo") ?? []).filter((value) => value instanceof File && value.size > 0) as File[];
  const [first] = files;
  if (!first) return to(sharedPhotoPath("empty"));
  if (first.size > maxUploadBytes && files.length === 1) return to(sharedPhotoPath("too-large"));
  try {
    await storeSharedPhotos({ files: files.map(named), member: await cacheOwner() });
  } catch {
    return to(sharedPhotoPath("no-room"));
  }
  return to(files.length > 1 ? severalSharedPhotosPath : sharedPhotoPath(null));
}

const to = (path: string) => Response.redirect(new URL(path, worker.location.href), 303);

/** Some apps share files without an extension, which type detection needs. */
function named(file: File): File {
  const known = photoExtensions.some((extension) => file.name.toLowerCase().endsWith(extension));
  const extension = photoExtensions.find((each) => each === `.${file.type.replace(/^image\//, "")}`);
  return known || !extension ? file : new File([file], `${file.name || "photo"}${extension}`, { type: file.type });
}

/** An empty referrer may be either; only the server sees `Sec-Fetch-Site`. */
const isForeign = (referrer: string): boolean =>
  /^https?:/.test(referrer) && new URL(referrer).origin !== worker.location.origin;
