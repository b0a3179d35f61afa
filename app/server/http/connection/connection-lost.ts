/** Whether a browser's request failed for want of a connection: fetch then rejects with a TypeError, in every browser. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}
