/** One promise of the ledger, as two queries that the schema's owner can run on any database of the product. */
export interface Check {
  /** What is true of every row that was looked at. */
  promise: string;
  /** What `id` names. */
  names: "member" | "ledger row" | "transformation" | "purchase reference" | "total";
  /** Counts what is looked at: one row with `count`. */
  of: string;
  /** Finds what is off: rows with `id` as text. Never an address or a name. */
  off: string;
}
