/**
 * The service worker (/sw.js). It keeps no page and no data of a page: those are the server's alone. It keeps the
 * build's files, one page that says there is no line, and for the member who is signed in the small pictures they saw
 * last. What it does not answer goes to the server as if it were not there: above all whatever changes something.
 */
import { refusedShare } from "../share-address.ts";
import { forgetOldSharedPhoto, forgetSharedPhoto } from "../shared-photo.ts";
import type { KeepPictures, PageReady } from "../worker-messages.ts";
import { answerAsset, keepMemberFiles, keepVisitorFiles, keptFile, removeOldFiles } from "./assets.ts";
import { forgetForms, forgetFormsOfOthers, forgetOldForms, sendFormsOnSync } from "./offline-forms.ts";
import { answerData, answerPage, askWhoIsHere } from "./pages.ts";
import { answerPicture, keepPictures } from "./private-pictures.ts";
import { alsoForget, forgetEverything, holder } from "./member-caches.ts";
import { isShare, takeShare } from "./share-target.ts";
import { type FetchEvent, worker } from "./worker-scope.ts";

alsoForget(forgetFormsOfOthers);
sendFormsOnSync();

worker.addEventListener("install", (event) => event.waitUntil(keepVisitorFiles()));

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

worker.addEventListener("message", (event) => event.waitUntil(hear(event.data)));

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
  else if (pathname === "/favicon.svg") event.respondWith(keptFile(pathname).then((kept) => kept ?? fetch(request)));
}

/** The server has seen that a page elsewhere had posted it. */
const isRefusedShare = (url: string) => new URL(url).searchParams.get("shared") === refusedShare;

/**
 * Asked for by our own pages, which say so. A forged one, which the server refuses, must not cost a member what is
 * theirs; where a browser never says so, the answer that follows is made for nobody, and pictures go with that.
 */
const isSignOut = ({ referrer }: Request, pathname: string) =>
  pathname === "/logout" && referrer.startsWith(`${worker.location.origin}/`);

type Message = PageReady | KeepPictures | { type: "SKIP_WAITING" };

async function hear(data: unknown): Promise<void> {
  const message = (typeof data === "string" ? { type: data } : data) as Message | null;
  switch (message?.type) {
    case "SKIP_WAITING":
      return worker.skipWaiting();
    case "PAGE_READY":
      if (message.member && (await isHere(message.member))) await keepMemberFiles();
      return;
    case "KEEP_PICTURES":
      if (await isHere(message.member)) await keepPictures(message);
      return;
  }
}

/** Whether a page's member is who is here, by the server's word: a page may stand open that was made for somebody else. */
async function isHere(member: string): Promise<boolean> {
  // A worker that was installed on this very page has heard nothing of the server yet.
  if ((await holder()) === null) await askWhoIsHere();
  return (await holder()) === member;
}
