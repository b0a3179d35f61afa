import { aligned } from "../aligned.ts";
import { isOver, type PageView } from "./page-view.ts";

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
