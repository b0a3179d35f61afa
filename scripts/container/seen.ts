/** One thing that was looked at. */
export interface Seen {
  what: string;
  value: string;
  ok: boolean;
}
