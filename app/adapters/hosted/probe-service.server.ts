/** A question to a service that changes nothing there and costs nothing. */
export interface ServiceQuestion {
  url: string;
  headers: Record<string, string>;
  /** The environment variable whose value the service must know. */
  key: string;
  /** Statuses that say that the key is wrong. */
  refusedBy?: readonly number[];
  /** Statuses that say that all is well. */
  wellAt?: readonly number[];
  /** What other statuses mean, where that is known. */
  meaning?: Readonly<Record<number, string>>;
}

/** Whether a service answers and knows our key: null, or what is wrong in one line that holds no secret. */
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
