/**
 * Where a page of newest-first rows ended: the last row's time and id. The time keeps PostgreSQL's microseconds, which
 * a JavaScript Date would cut off; rows of the same millisecond would then be skipped or shown twice.
 */
export interface PageCursor {
  /** Microseconds since 1970, decimal digits. */
  micros: string;
  id: string;
}

/** The kinds of ids that rows have, as PostgreSQL accepts them. */
export const cursorIds = {
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  bigint: /^\d{1,18}$/,
} as const;

/** For a URL: needs no escaping. */
export const encodeCursor = ({ micros, id }: PageCursor): string => `${micros}.${id}`;

/** What `encodeCursor` wrote; null for anything else, which then means the first page. */
export function decodeCursor(text: string | null, kind: keyof typeof cursorIds): PageCursor | null {
  const [micros, id, ...rest] = text?.split(".", 3) ?? [];
  if (!micros || !id || rest.length || !/^\d{1,16}$/.test(micros) || !cursorIds[kind].test(id)) return null;
  return { micros, id };
}

/** The cursor's time as PostgreSQL reads it, exact to the microsecond. */
export function cursorTime({ micros }: PageCursor): string {
  const padded = micros.padStart(7, "0");
  const seconds = new Date(Number(padded.slice(0, -6)) * 1000).toISOString().slice(0, 19);
  return `${seconds}.${padded.slice(-6)}Z`;
}
