import type { Places } from "./furnish-member.ts";

export interface MeasuredPage {
  name: string;
  /** Whose browser opens it. */
  by: "visitor" | "member";
  path: string;
  status: number;
  /** The most a first visit may take: kB of everything together, and requests. */
  kB: number;
  requests: number;
}

/**
 * Every page a person can open, with what a first visit to it may take: what it took when this was written and a little
 * room, so that what makes a page heavier is noticed, and written down here or taken back.
 */
export const pageList = (places: Places): MeasuredPage[] =>
  Object.entries({ visitor: visitors(places), member: members(places) }).flatMap(([by, rows]) =>
    rows.map(([name, kB, requests, path = name, status = 200]) => {
      return { name, by: by as MeasuredPage["by"], path, status, kB, requests };
    }),
  );

/** Name, kB, requests, and where they differ from it: address and status. */
type Row = [name: string, kB: number, requests: number, path?: string, status?: number];

const visitors = (places: Places): Row[] => [
  ["/", 27, 7],
  ["/mobile", 54, 9],
  ["/login", 16, 5],
  ["/register", 17, 5],
  ["/verify-email", 16, 5],
  ["/forgot-password", 16, 5],
  ["/reset-password", 16, 5],
  ["/terms", 17, 5],
  ["/privacy", 18, 5],
  ["/support", 16, 5],
  ["/social-login", 16, 5],
  ["/mailbox", 16, 5],
  ["a page that is not there", 17, 6, "/nowhere", 404],
  ["a shared result", 82, 7, `/s/${places.token}`],
  ["report a shared result", 16, 5, `/s/${places.token}/report`],
  ["sandbox checkout", 16, 5, `/sandbox/paystack/${places.checkout}`],
];

const members = (places: Places): Row[] => [
  ["/dashboard", 195, 22],
  ["/gallery", 232, 20],
  ["/gallery as list", 253, 31, "/gallery?view=list"],
  ["rename a result", 171, 17, `/gallery/${places.result}/rename`],
  ["delete a result", 158, 18, `/gallery/${places.result}/delete`],
  ["/surprise-me", 158, 16],
  ["/transform", 160, 16],
  ["/pixel-art", 160, 17],
  ["/background-engine", 160, 17],
  ["/id-photo", 161, 18],
  ["Surprise Me with its photo", 181, 20, `/surprise-me?draft=${places.surpriseDraft}`],
  ["Portrait Studio, first choice", 198, 24, `/transform?draft=${places.portraitDraft}&step=background`],
  ["a transformation at work", 197, 22, `/surprise-me?job=${places.running}`],
  ["a result", 198, 21, `/surprise-me?job=${places.result}`],
  ["several photos, none yet", 168, 20, "/surprise-me/batch"],
  ["several photos, chosen", 175, 22, `/surprise-me/batch?draft=${places.severalDraft}`],
  ["crop or rotate", 177, 18, `/adjust/${places.surpriseDraft}`],
  ["/batches", 156, 18],
  ["a batch", 178, 21, `/batches/${places.batch}`],
  ["/presets", 162, 18],
  ["rename a preset", 152, 16, `/presets/${places.preset}/rename`],
  ["delete a preset", 151, 15, `/presets/${places.preset}/delete`],
  ["/support of a member", 20, 5, "/support"],
  ["/buy-coins", 156, 17],
  ["waiting for a payment", 152, 16, `/buy-coins/return?reference=${places.pending}`],
  ["/shares", 158, 17],
  ["/settings", 155, 16],
  ["/settings, history", 154, 16, "/settings?tab=history"],
  ["/settings/notices", 151, 16],
  ["a receipt", 154, 16, `/settings/receipts/${places.paid}`],
  ["delete the account", 154, 16, "/settings/delete-account"],
  ["/ of a member", 36, 8, "/"],
];
