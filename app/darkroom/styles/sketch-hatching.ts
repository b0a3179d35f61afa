import { emptyPlane, mapPlane, type Plane } from "../pixels/plane.ts";
import { clamp } from "../pixels/smoothstep.ts";
import { type Flow, type FormFlow, smoothAlong } from "./flow.ts";
import { clouds, randomAt } from "./planes-noise.ts";
import type { Seen } from "./seeing.ts";

export interface Hatch {
  /** Radians; turn towards the form, 0 to 1. */
  readonly angle: number;
  readonly pull: number;
  readonly seed: number;
  readonly from: number;
}

const strokeReach = 16;

/** 0 to 1; straight on faces, along hair. */
export function hatching(seen: Seen, form: FormFlow, hatch: Hatch, tone: Plane): Plane {
  const { canvas, unit } = seen;
  const grain = emptyPlane(canvas.width, canvas.height);
  for (let at = 0; at < grain.data.length; at += 1) {
    grain.data[at] = randomAt(at % canvas.width, Math.floor(at / canvas.width), hatch.seed);
  }
  const reach = Math.max(2, Math.round(strokeReach * unit));
  const strokes = smoothAlong(grain, slopeOfHand(seen, form, hatch), reach, (at) => (tone.data[at] ?? 0) > hatch.from);
  const contrast = 0.24 * Math.sqrt(12 * (2 * reach + 1));
  return mapPlane(strokes, (own) => clamp(0, 0.5 + (own - 0.5) * contrast, 1));
}

function slopeOfHand({ canvas, unit, face, hair }: Seen, form: FormFlow, { angle, pull, seed }: Hatch): Flow {
  const sway = clouds({ ...canvas, wave: 190 * unit, seed: seed + 20, octaves: 2 }).data;
  const [across, down] = [emptyPlane(canvas.width, canvas.height), emptyPlane(canvas.width, canvas.height)];
  for (let at = 0; at < across.data.length; at += 1) {
    const own = angle + 0.35 * (sway[at] ?? 0);
    const handX = Math.cos(own);
    const handY = Math.sin(own);
    const formX = form.across.data[at] ?? 0;
    const formY = form.down.data[at] ?? 0;
    const turn = formX * handX + formY * handY < 0 ? -1 : 1;
    const towards = pull * (0.3 + (form.sureness.data[at] ?? 0)) * (1 - 0.8 * (face.data[at] ?? 0));
    const share = clamp(0, towards + 0.75 * (hair.data[at] ?? 0), 1);
    const x = handX + (formX * turn - handX) * share;
    const y = handY + (formY * turn - handY) * share;
    const length = Math.sqrt(x * x + y * y) || 1;
    across.data[at] = x / length;
    down.data[at] = y / length;
  }
  return { across, down };
}
