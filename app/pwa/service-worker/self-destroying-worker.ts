/**
 * What /sw.js is when the operator has switched workers off (`SERVICE_WORKER=off`): it takes the place of the worker a
 * device has, removes everything that one kept, then itself, and loads the open pages once more, without a worker.
 */
import { worker } from "./worker-scope.ts";

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener("activate", (event) => event.waitUntil(retire()));

async function retire() {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  // Before it is gone, pages are its clients, and a worker may only move those.
  const pages = await worker.clients.matchAll({ type: "window" });
  await worker.registration.unregister();
  await Promise.all(pages.map((page) => page.navigate(page.url).catch(() => {})));
}
