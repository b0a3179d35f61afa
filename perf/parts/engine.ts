import { setTimeout as pause } from "node:timers/promises";
import { cameraPhoto } from "../../tests/fixtures/photos/camera-photo.ts";
import type { Bench } from "../bench.ts";
import type { Readings } from "../budgets.ts";
import { between, runLoad, startLoad } from "../load/load.ts";
import { percentile } from "../statistics.ts";
import { prepareTransformations } from "../transformations.ts";

/** Modest on purpose: what is asked is whether the engine is in visitors' way, not how much the server can bear. */
const perSecond = 20;
const idleSeconds = 5;
/** Answers after this are not waited for; the engine is, since idle is measured once more after it. */
const workSecondsAtMost = 30;
const workLimitMs = 120_000;
/** Each member's welcome bonus pays for two photos; the engine takes two at a time. Four pairs give answers enough. */
const members = 4;
/** A percentile of fewer answers than this is chance. */
const fewestSamples = 80;
/**
 * An idle p99 below this counts as this, ms: it is the size of one scheduling delay, and twice next to nothing is a
 * limit that chance breaks while no visitor could tell.
 */
const idleFloorMs = 5;

/** How much longer `/` takes, at the 99th percentile, while the built-in engine works on two camera photos. */
export async function measureBesideEngine(bench: Bench): Promise<Readings> {
  const { url } = await bench.product();
  const browser = await bench.browser();
  const photo = { name: "photo.jpg", mimeType: "image/jpeg", buffer: await cameraPhoto() };
  const prepared = [];
  for (let index = 0; index < members; index++) {
    prepared.push(await prepareTransformations(browser, url, await bench.newMember(url), [photo, photo]));
  }
  const idlePlan = { url: `${url}/`, seconds: idleSeconds, pace: { perSecond } };
  await runLoad({ ...idlePlan, seconds: 1 }); // warms up
  const before = await runLoad(idlePlan);

  const load = startLoad({ ...idlePlan, seconds: workSecondsAtMost });
  await Promise.all(prepared.map((member) => member.start()));
  const from = Date.now();
  let to = from;
  while (await anyWorking(prepared)) {
    to = Date.now();
    if (to - from > workLimitMs) throw new Error("the engine did not finish");
    await pause(500);
  }
  load.stop();
  const during = between((await load.result).samples, from, to);
  await Promise.all(prepared.map((member) => member.close()));

  const after = await runLoad(idlePlan);
  const idle = [...before.samples, ...after.samples].map(({ ms }) => ms);
  if (during.length < fewestSamples) {
    throw new Error(`the engine was done after ${during.length} answers, too few for a percentile`);
  }
  const [idleP50, idleP99] = [percentile(idle, 50), percentile(idle, 99)];
  const [workP50, workP99] = [percentile(during, 50), percentile(during, 99)];
  const note = `p99 ${idleP99.toFixed(1)} → ${workP99.toFixed(1)} ms, p50 ${idleP50.toFixed(1)} → ${workP50.toFixed(1)} ms`;
  // Then requests pile up with nothing else to do, and the ratio is of two queues' lengths.
  if (idleP50 > 1000 / perSecond)
    return { engineRatio: { skipped: `too slow a machine for ${perSecond} a second: ${note}` } };
  return {
    engineRatio: { value: workP99 / Math.max(idleP99, idleFloorMs), note: `${note}, ${during.length} answers` },
  };
}

async function anyWorking(prepared: { working(): Promise<boolean> }[]): Promise<boolean> {
  for (const member of prepared) if (await member.working()) return true;
  return false;
}
