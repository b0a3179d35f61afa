/** fetch rejects with a TypeError when the connection fails, in every browser. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}
