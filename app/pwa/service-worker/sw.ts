/** Caches build files, the offline page and a member's last small pictures, no page or its data. */
import { refusedShare } from "../share-address.ts";
import { forgetOldSharedPhoto, forgetSharedPhoto } from "../shared-photo.ts";
import type { StorePictures, PageReady } from "../worker-messages.ts";
import { answerAsset, cacheMemberFiles, cacheVisitorFiles, cachedFile, removeOldFiles } from "./assets.ts";
import { forgetForms, forgetFormsOfOthers, forgetOldForms, sendFormsOnSync } from "./offline-forms.ts";
import { answerData, answerPage, fetchMemberKey } from "./pages.ts";
import { answerPicture, storePictures } from "./private-pictures.ts";
import { alsoForget, forgetEverything, cacheOwner } from "./member-caches.ts";
import { isShare, takeShare } from "./share-target.ts";
import { type FetchEvent, worker } from "./worker-scope.ts";

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
