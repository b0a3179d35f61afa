/** Whether a file operation failed with this system error code, for example ENOENT. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
