/** One invariant of the ledger, as two queries for the schema's owner. */
export interface Check {
  invariant: string;
  names: "member" | "ledger row" | "transformation" | "purchase reference" | "total";
  /** Counts the examined rows as `count`. */
  examined: string;
  /** Selects violating rows, `id` as text; never an address or a name. */
  violations: string;
}
