import { refusedShare } from "../share-address.ts";
import { forgetOldSharedPhoto, forgetSharedPhoto } from "../shared-photo.ts";
import { type StorePictures, type PageReady, offlineFormsChannel } from "../worker-messages.ts";
import {
  answerAsset,
  cacheMemberFiles,
  cacheVisitorFiles,
  cachedFile,
  removeOldFiles,
  cachedOfflinePage,
  offlinePage,
} from "./assets.ts";
import { answerPicture, storePictures } from "./private-pictures.ts";
import { alsoForget, forgetEverything, cacheOwner, applyResponse, currentGeneration } from "./member-caches.ts";
import { isShare, takeShare } from "./share-target.ts";
import { type FetchEvent, worker } from "./worker-scope.ts";
import { offlineFormsStore, sendingLock, sendOfflineForms } from "../offline-forms/send-offline-forms.ts";

/** Caches build files, the offline page and a member's last small pictures, but no page and no page data. */

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
    const preloaded = await preloadResponse;
    // Firefox resolves a failed preload with an error response; other browsers reject.
    response = preloaded && preloaded.type !== "error" ? preloaded : await fetch(request);
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
    // oxlint-disable-next-line no-console -- a worker's only place for messages
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
  if (halt === "offline") throw new Error("The connection was lost again.");
}
