import type { ColdLoad } from "../browser/cold-load.ts";
import { kilobytes, ofKind } from "../browser/network-log.ts";
import type { MeasuredPage } from "./page-list.ts";
import { aligned } from "../table.ts";

/** One first visit to a page. */
export interface PageView {
  page: MeasuredPage;
  /** On the wire. */
  kB: { html: number; css: number; js: number; pictures: number; all: number };
  requests: number;
  /** Requests the first paint waits for. */
  blocking: number;
  /** Seconds from the start of the navigation; null for what did not happen. */
  seconds: { firstPaint: number | null; largestPaint: number | null; load: number | null };
  shift: number;
}

/** @throws when the visit did not lead to the page. */
export function viewOf(page: MeasuredPage, visit: ColdLoad): PageView {
  const { requests, status, landed } = visit;
  const wrong = status !== page.status ? `answered ${status}` : landed !== page.path ? `led to ${landed}` : null;
  if (wrong) throw new Error(`${page.path} ${wrong}`);
  const kind = (name: Parameters<typeof ofKind>[1]) => kilobytes(ofKind(requests, name));
  const seconds = (ms: number | null) => (ms === null ? null : ms / 1000);
  return {
    page,
    kB: { html: kind("html"), css: kind("css"), js: kind("js"), pictures: kind("image"), all: kilobytes(requests) },
    requests: requests.length,
    blocking: requests.filter((request) => request.blocking).length,
    seconds: {
      firstPaint: seconds(visit.firstPaint),
      largestPaint: seconds(visit.largestPaint),
      load: seconds(visit.load),
    },
    shift: visit.shift,
  };
}

/** Whether a visit took more than the page may. */
export const isOver = ({ page, kB, requests }: PageView): boolean => kB.all > page.kB || requests > page.requests;

const heads = [
  "page",
  "HTML",
  "CSS",
  "JS",
  "pictures",
  "all kB",
  "≤",
  "requests",
  "≤",
  "FCP s",
  "LCP s",
  "load s",
  "CLS",
];

/** Every visited page as a line: what it took, what it may take, and how long a person waited. */
export function pageTable(views: readonly PageView[]): string {
  const rows = views.map((view) => {
    const { page, kB, requests, seconds, shift } = view;
    return [
      page.name,
      ...[kB.html, kB.css, kB.js, kB.pictures, kB.all].map((value) => value.toFixed(1)),
      String(page.kB),
      String(requests),
      String(page.requests),
      ...[seconds.firstPaint, seconds.largestPaint, seconds.load].map((value) => value?.toFixed(2) ?? "-"),
      shift.toFixed(3),
      isOver(view) ? "BROKEN" : "",
    ];
  });
  const figures = heads.map((_, column) => column).slice(1);
  return aligned([heads, ...rows], figures).join("\n");
}
