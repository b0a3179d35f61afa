import { isStaleChunk } from "./stale-chunk.ts";

/** Loads a part of the app. Without a line it waits for one, while the page stays as it is; it fails as the import does. */
export async function retryWhenOnline<Part>(loading: () => Promise<Part>): Promise<Part> {
  try {
    return await loading();
  } catch (error) {
    if (!isStaleChunk(error) || navigator.onLine) throw error;
    await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
    return retryWhenOnline(loading);
  }
}
