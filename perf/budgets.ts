/** The parts of the measurement, in the order of the table. `--only` takes these names. */
export const partNames = ["landing", "pages", "upload", "engine", "bare", "memory", "boot"] as const;
export type PartName = (typeof partNames)[number];

export interface Budget {
  part: PartName;
  what: string;
  /** Unit of the printed figure; kB and MB are 1000 and 1 000 000 bytes. */
  unit: "kB" | "MB" | "s" | "ms" | "×" | "count" | "shift";
  atMost?: number;
  atLeast?: number;
}

/** The speed budgets. A measured part must return a figure for each of its budgets. */
export const budgets = {
  landingHtml: { part: "landing", what: "landing: HTML with its styles", unit: "kB", atMost: 14 },
  landingJs: { part: "landing", what: "landing: JS", unit: "kB", atMost: 5 },
  landingHero: { part: "landing", what: "landing: hero picture", unit: "kB", atMost: 15 },
  landingTotal: { part: "landing", what: "landing: everything", unit: "kB", atMost: 40 },
  landingRequests: { part: "landing", what: "landing: requests", unit: "count", atMost: 6 },
  landingFonts: { part: "landing", what: "landing: fonts", unit: "count", atMost: 0 },
  landingBlocking: { part: "landing", what: "landing: render-blocking requests", unit: "count", atMost: 0 },
  landingWorker: { part: "landing", what: "landing: service worker's files, no headers", unit: "kB", atMost: 30 },
  landingAgain: { part: "landing", what: "landing again: besides the document", unit: "kB", atMost: 4 },
  slowestFcp: { part: "landing", what: "landing at 400 kbps, 400 ms: FCP", unit: "s", atMost: 2 },
  slowestLcp: { part: "landing", what: "landing at 400 kbps, 400 ms: LCP", unit: "s", atMost: 2.4 },
  slowestLoad: { part: "landing", what: "landing at 400 kbps, 400 ms: load", unit: "s", atMost: 3 },
  slow4gLcp: { part: "landing", what: "landing on Slow 4G: LCP", unit: "s", atMost: 1 },
  shift: { part: "landing", what: "landing: layout shift (CLS)", unit: "shift", atMost: 0 },
  blockingTime: { part: "landing", what: "landing at 4× slower CPU: blocking time (TBT)", unit: "ms", atMost: 50 },

  pagesOver: { part: "pages", what: "every page: over its ceiling (kB, requests)", unit: "count", atMost: 0 },
  pagesShift: { part: "pages", what: "every page: worst layout shift (CLS)", unit: "shift", atMost: 0 },
  pagesBlocking: { part: "pages", what: "every page: with render-blocking requests", unit: "count", atMost: 0 },
  pagesReact: { part: "pages", what: "pages of visitors: that load React", unit: "count", atMost: 0 },
  galleryShift: { part: "pages", what: "gallery of 24, scrolled: layout shift (CLS)", unit: "shift", atMost: 0 },
  resultPicture: { part: "pages", what: "a result: its picture on a 360 px phone", unit: "kB", atMost: 90 },
  walkLooking: { part: "pages", what: "from the dashboard to a result and back: requests", unit: "count", atMost: 14 },
  walkChoosing: { part: "pages", what: "two choices of a tool and back: requests", unit: "count", atMost: 2 },
  toolJs: { part: "pages", what: "a tool's page: JS the first time, the largest", unit: "kB", atMost: 125 },
  toolJsAgain: { part: "pages", what: "/surprise-me again: JS", unit: "kB", atMost: 0 },
  toolAgain: { part: "pages", what: "/surprise-me again: besides the document", unit: "kB", atMost: 4 },

  uploadBytes: { part: "upload", what: "a 12-megapixel photo as sent, the largest", unit: "kB", atMost: 600 },
  uploadSimilarity: { part: "upload", what: "a photo as sent, to itself unshrunk (SSIM)", unit: "×", atLeast: 0.95 },
  uploadSaving: { part: "upload", what: "a 12-megapixel photo with Save-Data, the largest", unit: "kB", atMost: 260 },

  engineRatio: { part: "engine", what: "p99 of / with two photos in work, to idle", unit: "×", atMost: 2 },

  bareRate: { part: "bare", what: "/ per second, to a bare React Router", unit: "×", atLeast: 1 },
  bareTail: { part: "bare", what: "p99 of /, to a bare React Router", unit: "×", atMost: 1 },

  idleMemory: { part: "memory", what: "web process and children after 20 s idle", unit: "MB", atMost: 350 },
  peakMemory: { part: "memory", what: "web process, highest since its start", unit: "MB", atMost: 450 },
  firstPeakMemory: { part: "memory", what: "web process, highest in its first start", unit: "MB", atMost: 450 },

  bootRatio: { part: "boot", what: "start to first answer, to a bare React Router", unit: "×", atMost: 3 },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof budgets;

/** A figure in its budget's unit, or the reason for a missing one. */
export type Reading = { value: number; note?: string } | { skipped: string };
export type Readings = Partial<Record<BudgetName, Reading>>;
