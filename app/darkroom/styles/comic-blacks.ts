import { softBlur } from "../opencv/filters.ts";
import { mapPlane, type Plane } from "../pixels/plane.ts";
import { smoothstep } from "../pixels/smoothstep.ts";
import type { Seen } from "./seeing.ts";

export interface Blacks {
  readonly ink: Plane;
  /** Dark share of background and subject, 0 to 1: a whole night is blue, not black. */
  readonly night: number;
  readonly blackSubject: number;
}

/** Luma. */
const dark = 0.2;

export function findBlacks({ subject, skin, face, unit }: Seen, tone: Plane): Blacks {
  const wide = softBlur(tone, 45 * unit);
  const night = smoothstep(
    0.22,
    0.5,
    darkShare(tone, (at) => (subject.data[at] ?? 0) < 0.5),
  );
  const subjectDark = darkShare(tone, (at) => (subject.data[at] ?? 0) > 0.5);
  const blackSubject = night * smoothstep(0.65, 0.8, subjectDark);
  const ink = mapPlane(tone, (own, at) => {
    const inSubject = (subject.data[at] ?? 0) > 0.5;
    const onSkin = skin.data[at] ?? 0;
    const least = 0.2 - 0.09 * onSkin - 0.25 * (inSubject ? blackSubject : night);
    const ofSurroundings = (0.62 - 0.22 * Math.max(onSkin, face.data[at] ?? 0)) * (inSubject ? 1 : 1 - night);
    const here = Math.max((least - own) * 5, ((wide.data[at] ?? 0) * ofSurroundings - own) * 3.5);
    return here * (own < 0.45 ? 1 : 0.3);
  });
  return { ink, night, blackSubject };
}

function darkShare({ data }: Plane, counts: (at: number) => boolean): number {
  let [places, darkPlaces] = [0, 0];
  for (let at = 0; at < data.length; at += 5) {
    if (!counts(at)) continue;
    places += 1;
    if ((data[at] ?? 0) < dark) darkPlaces += 1;
  }
  return places === 0 ? 0 : darkPlaces / places;
}
