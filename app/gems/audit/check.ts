/** One invariant of the ledger, as two queries for the schema's owner. */
export interface Check {
  promise: string;
  names: "member" | "ledger row" | "transformation" | "purchase reference" | "total";
  /** Counts the examined rows as `count`. */
  of: string;
  /** Selects violating rows, `id` as text; never an address or a name. */
  off: string;
}
