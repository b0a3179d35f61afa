export interface VisitorPlan {
  url: string;
  /** The member's session. */
  cookie: string;
  /** At most this long; the message "stop" ends it earlier. */
  seconds: number;
  /** Of each page, sent on time whether or not earlier answers have come. */
  perSecond: number;
}

export const visitedPages = ["/", "/dashboard"] as const;

/** The latencies of each page, ms. */
export type Visited = Record<(typeof visitedPages)[number], number[]>;

export interface WebhookPlan {
  url: string;
  secretKey: string;
  /** One paid purchase each. */
  references: string[];
  /** How many are under way at once. */
  connections: number;
  /** No further one is sent after that. */
  seconds: number;
}

export interface Delivered {
  ms: number[];
  /** How often each status was answered. */
  statuses: Record<string, number>;
  seconds: number;
}
