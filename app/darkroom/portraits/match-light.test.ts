import { expect, test } from "vitest";
import { sceneLights } from "../../tools/portrait-studio/scene-light.ts";
import { scenes } from "../../tools/portrait-studio/scenes.ts";
import { perceivedAt } from "../pixels/cielab.ts";
import { type Colour, draw } from "../pixels/sample-photos.ts";
import { compose } from "./compose.ts";
import { matchLight } from "./match-light.ts";
import { sampleSitter } from "./sample-sitter.ts";

const skins: [name: string, skin: Colour][] = [
  ["light", [226, 186, 164]],
  ["medium", [176, 124, 94]],
  ["dark", [84, 54, 40]],
  ["very dark", [52, 34, 26]],
];

/** A dim room and a white one. */
const walls: Colour[] = [
  [18, 12, 8],
  [246, 247, 248],
];

const rooms = scenes.flatMap(({ id }) => walls.map((wall) => ({ id, wall })));

function relit(skin: Colour, { id, wall }: (typeof rooms)[number]) {
  const { photo, cut } = sampleSitter(skin);
  const behind = draw(photo.width, photo.height, () => wall);
  const light = matchLight(photo, cut.alpha, behind, sceneLights[id]);
  return { photo, picture: compose({ cut, behind, light, smallAlpha: cut.alpha, shadow: null, grain: 0 }) };
}

test.each(skins)("%s skin keeps its tone in every scene's light", (_, skin) => {
  const changed = rooms.filter((room) => {
    const { photo, picture } = relit(skin, room);
    const [before, after] = [perceivedAt(photo, 80, 76, 8), perceivedAt(picture, 80, 76, 8)];
    const lighter = after.lightness - before.lightness;
    // All skin together never turns lighter; a step of L* is left for the face's lit middle.
    return lighter >= 1 || lighter <= -6 || Math.abs(after.hue - before.hue) >= 9;
  });
  expect(changed).toEqual([]);
});

test("light from the right lightens the right shoulder against the left one", () => {
  const { picture } = relit([176, 124, 94], { id: "desert-landscape", wall: [120, 90, 60] });
  expect(perceivedAt(picture, 116, 180).lightness).toBeGreaterThan(perceivedAt(picture, 44, 180).lightness + 1);
});

test("a warm lamp makes grey clothes warmer, an overcast sky does not", () => {
  const warm = relit([176, 124, 94], { id: "elegant-restaurant", wall: [120, 120, 120] }).picture;
  const cool = relit([176, 124, 94], { id: "conference-room", wall: [120, 120, 120] }).picture;
  const redOverBlue = ({ data, width }: { data: Uint8Array; width: number }) => {
    const at = (180 * width + 80) * 3;
    return (data[at] ?? 0) / (data[at + 2] ?? 1);
  };
  expect(redOverBlue(warm)).toBeGreaterThan(redOverBlue(cool) * 1.03);
});

test("black hair before a bright haze is lifted a little, before a dark room not", () => {
  const skin: Colour = [176, 124, 94];
  const bright = relit(skin, { id: "forest-path", wall: [230, 235, 220] });
  const dark = relit(skin, { id: "forest-path", wall: [10, 10, 10] });
  const hair = (picture: { data: Uint8Array; width: number; height: number }) =>
    perceivedAt(picture, 80, 54, 2).lightness;
  expect(hair(bright.picture)).toBeGreaterThan(hair(bright.photo) + 0.5);
  expect(hair(bright.picture)).toBeLessThan(hair(bright.photo) + 8);
  expect(hair(dark.picture)).toBeLessThanOrEqual(hair(dark.photo) + 0.5);
});
