/** Served with SERVICE_WORKER=off: deletes the caches and itself, then reloads open pages. */
import { worker } from "./worker-scope.ts";

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener("activate", (event) => event.waitUntil(retire()));

async function retire() {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  // A worker can navigate only its own clients.
  const pages = await worker.clients.matchAll({ type: "window" });
  await worker.registration.unregister();
  await Promise.all(pages.map((page) => page.navigate(page.url).catch(() => {})));
}
