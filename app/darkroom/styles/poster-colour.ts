import { clamp, smoothstep } from "../pixels/plane.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";
import type { KindOfPlace, Shade } from "./palette.ts";
import type { Shapes } from "./planes-shapes.ts";
import type { Seen } from "./seeing.ts";

const posterChroma = 0.17;
const [colouredBackground, colouredSubject] = [0.07, 0.035];
/** Sets off every skin tone. */
const teal = [0.075, -0.15] as const;
const strongerByKind: Record<KindOfPlace, number> = { background: 1.4, subject: 1.55, skin: 1.25, hair: 1.4 };

export function posterColour(
  { palette, kinds }: Shapes,
  seen: Seen,
  colour: LumaChroma,
  cut: boolean,
): (shade: number) => Shade {
  const [hueBlue, hueRed] = backgroundHue(seen, colour);
  const hairTones = palette.filter((_, shade) => kinds[shade] === "hair").map(([luma]) => luma);
  const lightestHair = Math.max(0, ...hairTones);
  return (shade) => {
    const [own, blueness, redness] = palette[shade] ?? [0, 0, 0];
    const kind = kinds[shade] ?? "background";
    const pale = Math.max(0, 1 - (Math.abs(blueness) + Math.abs(redness)) / 0.16) * smoothstep(0.97, 0.8, own);
    const lift = kind === "hair" ? 0.125 : kind === "skin" ? 0.12 : 0.26;
    let luma = clamp(0, 0.05 + 0.95 * own + lift * own * (1 - own), 1);
    if (kind === "background" && cut) {
      const tone = 0.5 + 0.44 * luma;
      const full = 1.1 - 0.5 * luma;
      return [tone, blueness * 0.2 + hueBlue * full * 0.8, redness * 0.2 + hueRed * full * 0.8];
    }
    if (kind === "subject") luma = 0.07 + 0.93 * luma;
    if (kind === "hair") luma = 0.09 + 0.88 * (own === lightestHair ? luma + 0.14 * (1 - luma) : luma);
    const stronger = strongerByKind[kind] + (kind === "subject" ? 0.3 * pale : 0);
    return [luma, blueness * stronger, redness * stronger];
  };
}

function backgroundHue({ subject, skin, hair }: Seen, colour: LumaChroma): readonly [number, number] {
  const behind = meanChroma(colour, (at) => (subject.data[at] ?? 0) < 0.5);
  const worn = meanChroma(
    colour,
    (at) => (subject.data[at] ?? 0) > 0.5 && (skin.data[at] ?? 0) < 0.5 && (hair.data[at] ?? 0) < 0.5,
  );
  const [blueness, redness] = Math.hypot(...behind) < colouredBackground ? [-worn[0], -worn[1]] : behind;
  const chroma = Math.hypot(blueness, redness);
  if (chroma < colouredSubject) return teal;
  return [(blueness / chroma) * posterChroma, (redness / chroma) * posterChroma];
}

function meanChroma({ blueness, redness }: LumaChroma, counts: (at: number) => boolean): readonly [number, number] {
  let [blue, red, places] = [0, 0, 1e-6];
  for (let at = 0; at < blueness.data.length; at += 7) {
    if (!counts(at)) continue;
    blue += blueness.data[at] ?? 0;
    red += redness.data[at] ?? 0;
    places += 1;
  }
  return [blue / places, red / places];
}
