export interface ServiceQuestion {
  url: string;
  headers: Record<string, string>;
  key: string;
  refusedBy?: readonly number[];
  wellAt?: readonly number[];
  meaning?: Readonly<Record<number, string>>;
}

/** Checks that a service answers and accepts our key. Returns null, or the problem in one line without secrets. */
export async function probeService({
  url,
  headers,
  key,
  refusedBy = [401, 403],
  wellAt = [200],
  meaning = {},
}: ServiceQuestion): Promise<string | null> {
  try {
    const { status, body } = await fetch(url, { headers, redirect: "error", signal: AbortSignal.timeout(2_500) });
    await body?.cancel();
    if (wellAt.includes(status)) return null;
    if (refusedBy.includes(status)) return `refuses ${key} (${status})`;
    return meaning[status] ?? `answers ${status}`;
  } catch {
    return "does not answer";
  }
}
