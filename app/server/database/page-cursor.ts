/** The last row of a newest-first page, in PostgreSQL's microseconds. */
export interface PageCursor {
  micros: string;
  id: string;
}

export const cursorIds = {
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  bigint: /^\d{1,18}$/,
} as const;

export const encodeCursor = ({ micros, id }: PageCursor): string => `${micros}.${id}`;

/** Decodes `encodeCursor`; null for anything else. */
export function decodeCursor(text: string | null, kind: keyof typeof cursorIds): PageCursor | null {
  const [micros, id, ...rest] = text?.split(".", 3) ?? [];
  if (!micros || !id || rest.length || !/^\d{1,16}$/.test(micros) || !cursorIds[kind].test(id)) return null;
  return { micros, id };
}

export function cursorTime({ micros }: PageCursor): string {
  const padded = micros.padStart(7, "0");
  const seconds = new Date(Number(padded.slice(0, -6)) * 1000).toISOString().slice(0, 19);
  return `${seconds}.${padded.slice(-6)}Z`;
}
