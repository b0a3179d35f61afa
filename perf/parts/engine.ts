import { openAsBlob } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { photoFixtures } from "../../tests/fixtures/photo-fixtures.ts";
import { newPerson } from "../../tests/resilience/product/person.ts";
import type { Bench } from "../bench.ts";
import type { Readings } from "../budgets.ts";
import { runLoad, startLoad } from "../load.ts";
import { percentile } from "../report.ts";

/** Low on purpose: the measurement shows whether the engine delays visitors, not the capacity of the server. */
const perSecond = 20;
const idleSeconds = 5;
/** Limit of the load. The measurement still waits for the engine, because it measures idle again afterwards. */
const workSecondsAtMost = 30;
const workLimitMs = 120_000;
/** A member's welcome bonus pays for two photos; the engine processes two at a time. Four pairs give enough answers. */
const members = 4;
/** A percentile of fewer answers is random. */
const fewestSamples = 80;
/**
 * Lower limit of the idle p99, ms: one scheduling delay. Chance would break a budget of twice a smaller p99, although
 * no visitor could notice.
 */
const idleFloorMs = 5;

/** Measures how much longer `/` takes, at the 99th percentile, while the built-in engine works on two camera photos. */
export async function measureBesideEngine(bench: Bench): Promise<Readings> {
  const { url } = await bench.product();
  const photo = await openAsBlob((await photoFixtures()).cameraJpeg, { type: "image/jpeg" });
  const drafts = [];
  for (let index = 0; index < members; index++) {
    const account = await bench.newMember();
    const person = newPerson({ url }, account, photo);
    await person.visitor.signIn(account);
    for (let gem = 0; gem < account.gems; gem++) drafts.push({ person, draft: await person.upload() });
  }
  const idlePlan = { url: `${url}/`, seconds: idleSeconds, pace: { perSecond } };
  await runLoad({ ...idlePlan, seconds: 1 }); // warms up
  const before = await runLoad(idlePlan);

  const load = startLoad({ ...idlePlan, seconds: workSecondsAtMost });
  const jobs = await Promise.all(
    drafts.map(async ({ person, draft }) => ({ person, page: await person.spend(draft) })),
  );
  const from = Date.now();
  let to = from;
  // Polls one job at a time, so that polling does not disturb the measurement.
  for (const { person, page } of jobs) {
    const id = new URL(page.location ?? "", url).searchParams.get("job");
    for (;;) {
      const answer = await person.visitor.get(`/api/transformations/${id}`);
      const { status } = (await answer.json()) as { status?: string };
      if (status !== "processing" && status !== "completed") throw new Error(`the engine's work: ${status}`);
      if (status === "completed") break;
      to = Date.now();
      if (to - from > workLimitMs) throw new Error("the engine did not finish");
      await pause(500);
    }
  }
  load.stop();
  const samples = (await load.result).samples.filter(({ at }) => at >= from && at <= to);
  const during = samples.map(({ ms }) => ms);
  const after = await runLoad(idlePlan);
  const idle = [...before.samples, ...after.samples].map(({ ms }) => ms);
  if (during.length < fewestSamples) {
    throw new Error(`the engine was done after ${during.length} answers, too few for a percentile`);
  }
  const [idleP50, idleP99] = [percentile(idle, 50), percentile(idle, 99)];
  const [workP50, workP99] = [percentile(during, 50), percentile(during, 99)];
  const note = `p99 ${idleP99.toFixed(1)} → ${workP99.toFixed(1)} ms, p50 ${idleP50.toFixed(1)} → ${workP50.toFixed(1)} ms`;
  // Then requests queue up even without the engine, and the ratio compares the lengths of two queues.
  if (idleP50 > 1000 / perSecond)
    return { engineRatio: { skipped: `too slow a machine for ${perSecond} a second: ${note}` } };
  return {
    engineRatio: { value: workP99 / Math.max(idleP99, idleFloorMs), note: `${note}, ${during.length} answers` },
  };
}
