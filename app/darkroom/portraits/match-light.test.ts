import { expect, test } from "vitest";
import { scenes } from "../../tools/portrait-studio/scenes.ts";
import { matchLight } from "./match-light.ts";
import { stageOf } from "./stages.ts";
import type { Tones } from "./tones.ts";

const tones = (changes: Partial<Tones> = {}): Tones => ({
  black: 0.05,
  middle: 0.45,
  white: 0.85,
  chroma: 0.2,
  darkColour: [0.05, 0.05, 0.05],
  light: [0.2, 0.2, 0.2],
  ...changes,
});
const noCast = { red: 0, blue: 0 };
const face = (level: number) => ({ side: 0, level, skin: [1.6, 1, 0.7] as const });

test.each(scenes.map(({ id }) => id))("lightens no face more than a tenth of a stop in %s", (id) => {
  for (const level of [0.03, 0.12, 0.3, 0.5]) {
    for (const middle of [0.1, 0.5, 0.95]) {
      const { exposure } = matchLight(tones(), tones({ middle }), stageOf(id), face(level), noCast);
      expect(exposure).toBeLessThanOrEqual(0.1);
      expect(exposure).toBeGreaterThan(-0.65);
    }
  }
});

test("makes lamp light warmer than daylight at the same brightness", () => {
  const [lamps, day] = (["elegant-restaurant", "mountain-view"] as const).map(
    (id) => matchLight(tones(), tones(), stageOf(id), face(0.3), noCast).lit,
  );
  expect((lamps?.[0] ?? 0) / (lamps?.[2] ?? 1)).toBeGreaterThan(1.2 * ((day?.[0] ?? 0) / (day?.[2] ?? 1)));
  for (const light of [lamps, day]) {
    const [red = 0, green = 0, blue = 0] = light ?? [];
    expect(0.2126 * red + 0.7152 * green + 0.0722 * blue).toBeCloseTo(1, 3);
  }
});

test("models a face with strong light of its own less", () => {
  const modelling = (side: number) =>
    matchLight(tones(), tones(), stageOf("desert-landscape"), { ...face(0.3), side }, noCast).modelling;
  expect(modelling(1)).toBeLessThan(modelling(0));
});
