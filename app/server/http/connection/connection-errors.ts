/** In every browser, fetch rejects with a TypeError when the connection fails. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}

/** Matches the messages of Chromium, Firefox and Safari for a failed dynamic import. */
export const isStaleChunk = (error: unknown): error is TypeError =>
  error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message);

const key = "reloaded-for";

/** True when the browser is online and has not reloaded for this reason before. */
export async function mayReload(
  reason: string,
  remembered: Pick<Storage, "getItem" | "setItem">,
  serverAnswers: () => Promise<unknown>,
): Promise<boolean> {
  try {
    if (remembered.getItem(key) === reason) return false;
    await serverAnswers();
    remembered.setItem(key, reason);
    return true;
  } catch {
    return false;
  }
}

/** Reloads for failed scripts, except route modules and the manifest, for which React Router reloads. */
export function reloadOnce(error: unknown) {
  if (!isStaleChunk(error)) return;
  const answers = () => fetch("/healthz", { method: "HEAD", cache: "no-store" });
  void mayReload(error.message, sessionStorage, answers).then((may) => may && location.reload());
}

/** Loads a part of the app; offline, waits for the connection. */
export async function retryWhenOnline<Part>(loading: () => Promise<Part>): Promise<Part> {
  try {
    return await loading();
  } catch (error) {
    if (!isStaleChunk(error) || navigator.onLine) throw error;
    await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
    return retryWhenOnline(loading);
  }
}
