import { isStaleChunk } from "./stale-chunk.ts";

/** Loads a part of the app; offline it waits for the connection. */
export async function retryWhenOnline<Part>(loading: () => Promise<Part>): Promise<Part> {
  try {
    return await loading();
  } catch (error) {
    if (!isStaleChunk(error) || navigator.onLine) throw error;
    await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
    return retryWhenOnline(loading);
  }
}
