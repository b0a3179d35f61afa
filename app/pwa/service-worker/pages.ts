import { cachedOfflinePage, offlinePage } from "./assets.ts";
import { applyResponse, currentGeneration } from "./member-caches.ts";
import type { FetchEvent } from "./worker-scope.ts";

export async function answerPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const generation = currentGeneration();
  let response: Response;
  try {
    response = (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await cachedOfflinePage()) ?? Response.error();
  }
  return applied(response, generation);
}

export async function answerData(request: Request): Promise<Response> {
  const generation = currentGeneration();
  return applied(await fetch(request), generation);
}

export async function fetchMemberKey(): Promise<void> {
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
