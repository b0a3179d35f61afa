import { keptOfflinePage, offlinePage } from "./assets.ts";
import { judge, moment } from "./member-caches.ts";
import type { FetchEvent } from "./worker-scope.ts";

export async function answerPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const asked = moment();
  let response: Response;
  try {
    response = (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await keptOfflinePage()) ?? Response.error();
  }
  return judged(response, asked);
}

export async function answerData(request: Request): Promise<Response> {
  const asked = moment();
  return judged(await fetch(request), asked);
}

export async function askWhoIsHere(): Promise<void> {
  const asked = moment();
  await judged(await fetch(offlinePage, { method: "HEAD", cache: "no-store" }), asked);
}

async function judged(response: Response, asked: number): Promise<Response> {
  try {
    await judge(response, asked);
  } catch (error) {
    // The next response retries; the page itself is unaffected.
    // oxlint-disable-next-line no-console -- the one place a worker can say something
    console.error("Private things could not be forgotten.", error);
  }
  return response;
}
