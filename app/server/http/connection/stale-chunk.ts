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
