/** Whether a part of the app could not be loaded, in the words of Chromium and Firefox, and of Safari. */
export const isStaleChunk = (error: unknown): error is TypeError =>
  error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message);

const key = "reloaded-for";

/**
 * Whether loading the page anew can help: the line works, so that the script itself is what is missing, and it was not
 * loaded anew for the same reason before. Remembers that it was.
 */
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
    // No line, or a browser that remembers nothing and would load it anew for ever.
    return false;
  }
}
