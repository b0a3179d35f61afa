export interface Share {
  id: string;
  url: string;
  showsOriginal: boolean;
  /** Taken down after a report; the result cannot be shared again. */
  takenDown: boolean;
}

export const sharePath = (token: string): string => `/s/${token}`;

export const reportReasons = {
  "not-agreed": "It shows me or someone close to me without consent",
  sexual: "It is sexual or shows nudity",
  child: "It harms or exploits a child",
  violence: "It is violent or hateful",
  deception: "It is misleading or used to harass",
  copyright: "It uses my work without permission",
  other: "Something else",
} as const;

export type ReportReason = keyof typeof reportReasons;

export const maxDetailsLength = 500;
