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
export const pageList = (places: Places): MeasuredPage[] => [
  ...visitors(places).map(([name, kB, requests, path = name, status = 200]) => {
    return { name, by: "visitor" as const, path, status, kB, requests };
  }),
  ...members(places).map(([name, kB, requests, path = name, status = 200]) => {
    return { name, by: "member" as const, path, status, kB, requests };
  }),
];

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
  ["/mailbox", 16, 5],
  ["a page that is not there", 17, 6, "/nowhere", 404],
  ["a shared result", 80, 7, `/s/${places.token}`],
  ["report a shared result", 16, 5, `/s/${places.token}/report`],
  ["sandbox checkout", 16, 5, `/sandbox/paystack/${places.checkout}`],
];

const members = (places: Places): Row[] => [
  ["/dashboard", 197, 24],
  ["/gallery", 233, 22],
  ["/gallery as list", 257, 32, "/gallery?view=list"],
  ["rename a result", 173, 17, `/gallery/${places.result}/rename`],
  ["delete a result", 161, 18, `/gallery/${places.result}/delete`],
  ["/surprise-me", 164, 17],
  ["/transform", 166, 17],
  ["/pixel-art", 165, 18],
  ["/background-engine", 166, 18],
  ["Surprise Me with its photo", 181, 19, `/surprise-me?draft=${places.surpriseDraft}`],
  ["Portrait Studio, first choice", 198, 23, `/transform?draft=${places.portraitDraft}&step=background`],
  ["a transformation at work", 203, 23, `/surprise-me?job=${places.running}`],
  ["a result", 204, 21, `/surprise-me?job=${places.result}`],
  ["/buy-coins", 158, 18],
  ["waiting for a payment", 154, 17, `/buy-coins/return?reference=${places.pending}`],
  ["/shares", 161, 18],
  ["/settings", 156, 17],
  ["/settings, history", 156, 17, "/settings?tab=history"],
  ["a receipt", 156, 17, `/settings/receipts/${places.paid}`],
  ["delete the account", 156, 17, "/settings/delete-account"],
  ["/ of a member", 36, 8, "/"],
];
