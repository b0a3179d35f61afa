import type { Bench } from "../bench.ts";
import { loadCold, blockingTime } from "../browser/cold-load.ts";
import type { Reading, Readings } from "../budgets.ts";
import { median } from "../statistics.ts";
import { type Line, slow4g, slowestLine } from "../slow-line/line.ts";

const loads = 5;

/** Cold loads of the landing page through slow lines on a processor four times slower; the median of five. */
export async function measureOnSlowLines(bench: Bench): Promise<Readings> {
  const { url } = await bench.product();
  const browser = await bench.browser();
  await (await fetch(`${url}/`)).arrayBuffer(); // so that no load pays for what the server does once
  const measured = async (line: Line) => {
    const views = [];
    for (let index = 0; index < loads; index++) views.push(await loadCold(browser, `${url}/`, { line }));
    return views;
  };
  const slowest = await measured(slowestLine);
  const fourG = await measured(slow4g);
  const all = [...slowest, ...fourG];
  return {
    slowestFcp: seconds(slowest.map((load) => load.firstPaint)),
    slowestLcp: seconds(
      slowest.map((load) => load.largestPaint),
      slowest[0]?.largest,
    ),
    slowestLoad: seconds(slowest.map((load) => load.load)),
    slow4gLcp: seconds(
      fourG.map((load) => load.largestPaint),
      fourG[0]?.largest,
    ),
    shift: { value: Math.max(...all.map((load) => load.shift)) },
    blockingTime: { value: median(all.map(blockingTime)), note: "of a machine that does nothing else" },
  };
}

/** The median in seconds; a load that never came that far counts as the slowest. */
function seconds(times: (number | null)[], what = ""): Reading {
  const all = times.map((ms) => (ms === null ? Number.POSITIVE_INFINITY : ms / 1000));
  return { value: median(all), note: `${all.map((value) => value.toFixed(2)).join(" ")}  ${what}`.trim() };
}
