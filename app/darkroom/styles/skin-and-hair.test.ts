import { beforeAll, expect, test } from "vitest";
import sharp from "sharp";
import { photoFixtures } from "../../../tests/fixtures/photo-fixtures.ts";
import { change, type Colour, dice, draw, portrait } from "../../../tests/fixtures/sample-photos.ts";
import { sightOf } from "../../../tests/fixtures/sample-sitters.ts";
import { seePhoto } from "../vision/sight.ts";
import { applyStyle } from "./apply-style.ts";
import { seeForPainting } from "./seeing.ts";
import { loadOpenCv } from "../opencv/opencv.ts";
import { splitColour } from "../pixels/luma-chroma.ts";
import { emptyPlane, mapPlane, type Plane } from "../pixels/plane.ts";
import { firstSkin, paletteOf } from "./palette.ts";
import { fabricLikeSkin, weaveOf } from "./fabric.ts";
import { fringeOfHair, withCleanFringe, withoutGlare, withoutShine } from "./hair.ts";
import { hairOfHeads } from "./hair-places.ts";
import { openTones, preservePeople } from "./tones.ts";

beforeAll(loadOpenCv);

const side = 300;
const isHead = (x: number, y: number) => Math.hypot(x - 150, y - 60) < 45;
const isBody = (x: number, y: number) => x > 40 && x < 260 && y > 120;
/** The body's left half is a garment, its right half a bare arm. */
const isGarment = (x: number, y: number) => isBody(x, y) && x < 150;

const planeOf = (value: (x: number, y: number) => number): Plane =>
  mapPlane(emptyPlane(side, side), (_, at) => value(at % side, Math.floor(at / side)));

/** A person of one colour from head to toe. `knit` is the contrast of the garment's ribs, `grain` that of the photo. */
function personWith({ knit, grain }: { knit: number; grain: number }) {
  const throwDice = dice();
  const luma = planeOf((x, y) => {
    const rib = isGarment(x, y) && x % 6 < 3 ? knit : 0;
    return (isHead(x, y) || isBody(x, y) ? 0.5 : 0.9) - rib + grain * (throwDice() - 0.5);
  });
  const head = planeOf((x, y) => (isHead(x, y) ? 1 : 0));
  return {
    colour: { luma, blueness: planeOf(() => -0.1), redness: planeOf(() => 0.12) },
    person: {
      skin: planeOf((x, y) => (isHead(x, y) || isBody(x, y) ? 1 : 0)),
      inner: head,
      heads: head,
      owner: new Uint8Array(side * side),
      faceSize: 80,
      unit: 1,
    },
  };
}

const valueAt = (plane: Plane | null, x: number, y: number) => plane?.data[y * side + x];

test("finds a knit in the colour of skin, and leaves the bare arm and the face", () => {
  const { colour, person } = personWith({ knit: 0.08, grain: 0.02 });
  const fabric = fabricLikeSkin(colour, person);
  expect([valueAt(fabric, 95, 200), valueAt(fabric, 205, 200), valueAt(fabric, 150, 60)]).toEqual([1, 0, 0]);
});

test("takes neither smooth skin nor the grain of a photo for fabric", () => {
  for (const grain of [0, 0.02, 0.1]) {
    const { colour, person } = personWith({ knit: 0, grain });
    expect(fabricLikeSkin(colour, person)).toBeNull();
  }
});

test("returns the ribs of a knit as light and dark lines, and nothing beside it", () => {
  const { colour, person } = personWith({ knit: 0.08, grain: 0 });
  const fabric = fabricLikeSkin(colour, person);
  const weave = fabric && weaveOf(colour.luma, fabric, person.unit);
  const ribs = Array.from({ length: 12 }, (_, at) => valueAt(weave, 90 + at, 200) ?? 0);
  expect([Math.min(...ribs) < -0.05, Math.max(...ribs) > 0.05]).toEqual([true, true]);
  expect(valueAt(weave, 205, 200)).toBe(0);
});

test("takes no hand for a garment, though its fingers have as much detail", () => {
  const { colour, person } = personWith({ knit: 0.08, grain: 0 });
  expect(fabricLikeSkin(colour, { ...person, faceSize: 200 })).toBeNull();
});

test("learns no shade of skin from a pale shirt that counts as skin", () => {
  const isShirt = (x: number) => x > 240;
  const colour = {
    luma: planeOf((x, y) => (isShirt(x) ? 0.75 : y > 200 ? 0.4 : 0.25)),
    blueness: planeOf((x, y) => (isShirt(x) ? -0.05 : y > 200 ? -0.08 : -0.05)),
    redness: planeOf((x, y) => (isShirt(x) ? 0.03 : y > 200 ? 0.11 : 0.07)),
  };
  const shades = { background: 0, subject: 0, hair: 0, skin: 3 };
  const groups = new Uint8Array(side * side).fill(firstSkin);
  const { palette } = paletteOf(colour, groups, { shades, tone: 1 });
  expect(Math.max(...palette.map(([luma]) => luma))).toBeCloseTo(0.4);
});

/** A head of hair with a strip of `strip` px in the colour of skin along the left of its outline. */
function headWith({ strip }: { strip: number }) {
  const isSkull = (x: number, y: number) => Math.hypot(x - 150, y - 150) < 70;
  const isStrip = (x: number, y: number) => isSkull(x, y) && Math.hypot(x - 150, y - 150) > 70 - strip && x < 150;
  const person = planeOf((x, y) => (isSkull(x, y) ? 1 : 0));
  const skin = planeOf((x, y) => (isStrip(x, y) ? 1 : 0));
  const hair = planeOf((x, y) => (isSkull(x, y) && !isStrip(x, y) ? 1 : 0));
  return { person, skin, hair, face: emptyPlane(side, side) };
}

test("counts a narrow strip in the colour of skin around hair as hair, but not a wide one", () => {
  const [narrow, wide] = [fringeOfHair(headWith({ strip: 6 }), 100), fringeOfHair(headWith({ strip: 20 }), 100)];
  expect(valueAt(narrow, 83, 150)).toBeGreaterThan(0.9);
  expect(valueAt(wide, 90, 150)).toBe(0);
});

test("takes a shine amid the forehead or at the hairline out of the hair, but no dark lock, large part or part at the outline", () => {
  const islandWith = (lightness: number, radius: number, left = 150, hairline = 60, isAbove = true) => {
    const isIsland = (x: number, y: number) => Math.hypot(x - left, y - 150) < radius;
    const isHair = (x: number, y: number) => isIsland(x, y) || y < hairline;
    const hair = planeOf((x, y) => (isHair(x, y) ? 1 : 0));
    const skin = planeOf((x, y) => (!isHair(x, y) && x < 240 ? 1 : 0));
    const luma = planeOf((x, y) => (isIsland(x, y) ? lightness : isHair(x, y) ? 0.05 : 0.3));
    return valueAt(withoutShine({ hair, skin, luma, crown: planeOf(() => +isAbove) }, 100), left, 150);
  };
  expect(islandWith(0.7, 8)).toBe(0);
  expect(islandWith(0.7, 8, 150, 150)).toBe(0);
  expect(islandWith(0.1, 8)).toBe(1);
  expect(islandWith(0.7, 20)).toBe(0);
  expect(islandWith(0.7, 20, 150, 60, false)).toBe(1);
  expect(islandWith(0.7, 28)).toBe(1);
  expect(islandWith(0.7, 8, 240)).toBe(1);
});

test("counts the end of a long beard as hair, but not the dark shirt below a beard", () => {
  const isBeard = (x: number, y: number) => Math.abs(x - 150) < 40 && y > 90 && y < 130;
  const isEnd = (x: number, y: number) => Math.abs(x - 150) < 20 && y >= 130 && y < 160;
  const isShirt = (x: number, y: number) => Math.abs(x - 150) < 120 && y >= 130;
  const cap = planeOf((_, y) => (y < 40 ? 1 : 0));
  const beard = planeOf((x, y) => (isBeard(x, y) ? 1 : 0));
  const hairAt = (isHair: (x: number, y: number) => boolean, x: number, y: number) =>
    valueAt(
      hairOfHeads(
        planeOf((column, row) => (isHair(column, row) ? 1 : 0)),
        { cap, beard, low: null },
      ),
      x,
      y,
    );
  expect(hairAt(isEnd, 150, 145)).toBe(1);
  expect(hairAt(isShirt, 150, 145)).toBe(0);
  expect(hairAt((_, y) => y > 10 && y < 200, 150, 145)).toBe(1);
});

test.each([
  { name: "black hair", luma: 0.06, print: 0, isClean: true },
  { name: "fair hair", luma: 0.45, print: 0, isClean: false },
  { name: "a dark headwrap with a print", luma: 0.06, print: 0.5, isClean: false },
])("takes the background out of the fringe of $name: $isClean", ({ luma, print, isClean }) => {
  const { hair } = headWith({ strip: 0 });
  const isCore = (x: number, y: number) => Math.hypot(x - 150, y - 150) < 65;
  const colour = {
    luma: planeOf((x, y) => (isCore(x, y) ? luma + (x % 8 === 0 ? print : 0) : (luma + 0.9) / 2)),
    blueness: planeOf((x, y) => (isCore(x, y) ? 0 : -0.05)),
    redness: planeOf((x, y) => (isCore(x, y) ? 0 : 0.05)),
  };
  const clean = withCleanFringe(colour, hair, 100);
  expect((valueAt(clean.luma, 83, 150) ?? 0) < 0.2).toBe(isClean);
  expect(valueAt(clean.luma, 75, 150)).toBe(valueAt(colour.luma, 75, 150));
});

test.each([
  { name: "glare", light: 20, chroma: 0.02, hair: 0.1, isDulled: true },
  { name: "a cream cap", light: 20, chroma: 0.1, hair: 0.1, isDulled: false },
  { name: "a white hat over most of the hair", light: 60, chroma: 0.02, hair: 0.1, isDulled: false },
  { name: "light on fair hair", light: 20, chroma: 0.02, hair: 0.4, isDulled: false },
])("dulls $name: $isDulled", ({ light, chroma, hair: own, isDulled }) => {
  const isHair = (y: number) => y < 100;
  const isLight = (y: number) => y < light;
  const hair = planeOf((_, y) => +isHair(y));
  const skin = planeOf((_, y) => +!isHair(y));
  const colour = {
    luma: planeOf((_, y) => (isLight(y) ? 0.8 : isHair(y) ? own : 0.5)),
    blueness: planeOf(() => 0),
    redness: planeOf((_, y) => (isLight(y) ? chroma : 0.02)),
  };
  const { luma } = withoutGlare(colour, { hair, skin, owner: new Uint8Array(side * side) }, 1);
  expect((valueAt(luma, 150, 10) ?? 0) < 0.4).toBe(isDulled);
  expect([valueAt(luma, 150, 90), valueAt(luma, 150, 200)]).toEqual([
    valueAt(colour.luma, 150, 90),
    valueAt(colour.luma, 150, 200),
  ]);
});

test("counts lit deep skin as skin, and a cream shirt in the shade as a shirt", async () => {
  const skin: Colour = [88, 57, 42];
  const face = portrait(skin, [230, 230, 230]);
  const photo = draw(face.width, face.height, (x, y) => {
    const at = (y * face.width + x) * 3;
    if (y <= 240) return [face.data[at] ?? 0, face.data[at + 1] ?? 0, face.data[at + 2] ?? 0];
    return x < 120 ? [190, 174, 152] : [1.5 * skin[0], 1.5 * skin[1], 1.5 * skin[2]];
  });
  const seen = await seeForPainting(sightOf(photo, true), 240);
  const skinAt = (x: number, y: number) =>
    seen.skin.data[Math.floor(y * seen.scale) * seen.canvas.width + Math.floor(x * seen.scale)] ?? 0;
  expect(skinAt(60 * (seen.sheet.width / face.width), 275 * (seen.sheet.height / face.height))).toBeLessThan(0.2);
  expect(skinAt(180 * (seen.sheet.width / face.width), 275 * (seen.sheet.height / face.height))).toBeGreaterThan(0.8);
});

const black: Colour = [20, 17, 16];

test.each([
  { hair: "short black hair", isLong: false, place: [120, 270], colour: black, skin: [120, 80, 60] as Colour },
  { hair: "long black hair", isLong: true, place: [35, 200], colour: black, skin: [120, 80, 60] as Colour },
  {
    hair: "long fair hair",
    isLong: true,
    place: [35, 200],
    colour: [198, 152, 115] as Colour,
    skin: [215, 170, 140] as Colour,
  },
])("finds $hair above a black shirt that it touches", async ({ isLong, place: [x = 0, y = 0], colour, skin }) => {
  const isNape = (x: number, y: number) => Math.abs(x - 120) > 50 && Math.abs(x - 120) < 66 && y > 60;
  const isLock = (x: number, y: number) => isLong && Math.abs(x - 120) < 110 && Math.abs(x - 120) > 50 && y > 60;
  const isHair = (x: number, y: number) => y < 95 && Math.hypot(x - 120, y - 95) < 70;
  const isFace = (x: number, y: number) => Math.hypot((x - 120) / 60, (y - 140) / 80) < 1;
  const isPerson = (x: number, y: number) => isFace(x, y) || isHair(x, y) || isNape(x, y) || isLock(x, y) || y > 225;
  const face = portrait(skin, [200, 205, 210]);
  const photo = draw(face.width, face.height, (x, y) => {
    const at = (y * face.width + x) * 3;
    const isBare = (isFace(x, y) && y >= 95) || !isPerson(x, y);
    return isBare ? [face.data[at] ?? 0, face.data[at + 1] ?? 0, face.data[at + 2] ?? 0] : y > 225 ? black : colour;
  });
  const person = mapPlane(emptyPlane(240, 300), (_, at) => (isPerson(at % 240, Math.floor(at / 240)) ? 1 : 0));
  const seen = await seeForPainting({ ...sightOf(photo, true), people: async () => person }, 240);
  const hairAt = (across: number, down: number) => {
    const times = seen.canvas.width / face.width;
    return seen.hair.data[Math.floor(down * times) * seen.canvas.width + Math.floor(across * times)] ?? 0;
  };
  expect(hairAt(120, 50)).toBeGreaterThan(0.8);
  expect(hairAt(x, y) > 0.8).toBe(isLong);
});

test("draws no outline around a light on bare skin in a cartoon", { timeout: 60_000 }, async () => {
  const skin: Colour = [120, 74, 52];
  const face = portrait(skin, [200, 215, 220]);
  const photo = draw(face.width, face.height, (x, y) => {
    const at = (y * face.width + x) * 3;
    if (y <= 240) return [face.data[at] ?? 0, face.data[at + 1] ?? 0, face.data[at + 2] ?? 0];
    const lit = 1 + 0.7 * Math.min(1, Math.max(0, 3 - Math.hypot((x - 120) / 2, y - 270) / 8));
    return [lit * skin[0], lit * skin[1], lit * skin[2]];
  });
  const { data } = await applyStyle(sightOf(photo, true), "cartoon", 100);
  const across = Array.from({ length: 90 }, (_, x) => data[(270 * 240 + 120 + x) * 3] ?? 0);
  expect(Math.min(...across)).toBeGreaterThan(60);
});

test("counts a light grey suit below a flushed pale face as a suit", async () => {
  const face = portrait([225, 205, 190], [120, 130, 140]);
  const flushed = draw(face.width, face.height, (x, y) => {
    if (y > 240) return [206, 201, 192];
    const at = (y * face.width + x) * 3;
    const flush = x % 40 < 20 ? 60 : 0;
    return [face.data[at] ?? 0, (face.data[at + 1] ?? 0) - flush, (face.data[at + 2] ?? 0) - flush];
  });
  const seen = await seeForPainting(sightOf(flushed, true), 240);
  const [x, y] = [Math.floor(0.25 * seen.canvas.width), Math.floor(0.92 * seen.canvas.height)];
  expect(seen.skin.data[y * seen.canvas.width + x]).toBeLessThan(0.2);
});

interface LowerFace {
  /** Middle of the mouth, foot of the nose and tip of the chin. */
  readonly mouth: { x: number; y: number };
  readonly nose: number;
  readonly chin: number;
}

/** The share of the skin's tone that a beard takes away on the chin, after `paint` has changed the photo's colours. */
async function beardOnChin(paint: (x: number, y: number, face: LowerFace, own: Colour) => Colour) {
  const { portrait: file } = await photoFixtures();
  const { data, info } = await sharp(file).resize(600).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const photo = { width: info.width, height: info.height, data: new Uint8Array(data) };
  const plain = await seePhoto(photo, null);
  const [found] = await plain.faces();
  const point = (index: number) => found?.landmarks[index] ?? { x: 0, y: 0 };
  const face = { mouth: point(14), nose: point(2).y, chin: point(152).y };
  const painted = draw(photo.width, photo.height, (x, y) => {
    const at = (y * photo.width + x) * 3;
    return paint(x, y, face, [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]);
  });
  const { beard, canvas } = await seeForPainting({ ...plain, photo: painted });
  const times = canvas.width / photo.width;
  const { x, y } = point(199);
  return beard?.data[Math.round(y * times) * canvas.width + Math.round(x * times)] ?? 0;
}

const shaded = ([red, green, blue]: Colour, left: number): Colour => [left * red, left * green, left * blue];

test("finds a beard around the mouth by its dark, grey hairs", { timeout: 60_000 }, async () => {
  const throwDice = dice();
  const share = await beardOnChin((x, y, { mouth, nose, chin }, own) => {
    const reach = chin - mouth.y;
    const isLip = Math.abs(y - mouth.y) < 0.25 * reach && Math.abs(x - mouth.x) < 0.8 * reach;
    const isBeard = y > nose && Math.hypot((x - mouth.x) / 1.3, y - mouth.y) < 1.05 * reach && !isLip;
    const hair = 20 + 50 * throwDice();
    return isBeard ? [hair, hair, hair] : own;
  });
  expect(share).toBeGreaterThan(0.3);
});

test("takes neither a bare face nor shade from above or from a side for a beard", { timeout: 60_000 }, async () => {
  expect(await beardOnChin((_x, _y, _face, own) => own)).toBe(0);
  expect(await beardOnChin((_, y, { nose }, own) => shaded(own, y > nose ? 0.65 : 1))).toBe(0);
  expect(await beardOnChin((x, _, { mouth }, own) => shaded(own, x < mouth.x + 8 ? 0.4 : 1))).toBe(0);
});

test("counts a shine on deep skin as skin, within the face's outline and above it", { timeout: 60_000 }, async () => {
  const { portrait } = await photoFixtures();
  const { data, info } = await sharp(portrait).resize(400).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const photo = { width: info.width, height: info.height, data: new Uint8Array(data) };
  const [face] = await (await seePhoto(photo, null)).faces();
  const { x, y } = face?.landmarks[10] ?? { x: 0, y: 0 };
  const deep = change(photo, ([red, green, blue]) => [red * 0.45, green * 0.4, blue * 0.38]);
  const shiny = draw(photo.width, photo.height, (column, row) => {
    const at = (row * photo.width + column) * 3;
    const isShine = Math.abs(column - x) < 8 && Math.abs(row - y) < 6;
    return isShine ? [235, 215, 205] : [deep.data[at] ?? 0, deep.data[at + 1] ?? 0, deep.data[at + 2] ?? 0];
  });
  const seen = await seeForPainting(await seePhoto(shiny, null));
  const times = seen.canvas.width / photo.width;
  const skinAt = (row: number) => seen.skin.data[Math.round(row * times) * seen.canvas.width + Math.round(x * times)];
  expect(skinAt(y - 3)).toBeGreaterThan(0.9);
  expect(skinAt(y + 3)).toBeGreaterThan(0.9);
});

test("keeps black hair black before a black wall, whose shadows it opens", () => {
  const isHair = (x: number, y: number) => x >= 40 && x < 60 && y < 40;
  const photo = draw(100, 100, (_x, y) => (y >= 95 ? [0, 0, 0] : y >= 85 ? [220, 220, 220] : [34, 30, 30]));
  const plain = splitColour(photo, { red: 1, green: 1, blue: 1 });
  const none = emptyPlane(100, 100);
  const hair = mapPlane(none, (_, at) => (isHair(at % 100, Math.floor(at / 100)) ? 1 : 0));
  const { luma } = preservePeople(openTones(plain, 0.1), plain, { skin: none, hair });
  const [own = 0, inHair, inWall] = [plain.luma.data[2050], luma.data[2050], luma.data[2010]];
  expect(inHair).toBeLessThan(own + 0.02);
  expect(inWall).toBeGreaterThan(own + 0.02);
});

test("opens skin in a dark photo no further than the middle of the scale", () => {
  const isSkin = (x: number) => x < 50;
  const photo = draw(100, 100, (x, y) => (isSkin(x) ? [90, 64, 52] : y > 50 ? [10, 10, 12] : [40, 40, 44]));
  const plain = splitColour(photo, { red: 1, green: 1, blue: 1 });
  const none = emptyPlane(100, 100);
  const skin = mapPlane(none, (_, at) => (isSkin(at % 100) ? 1 : 0));
  const tones = openTones(plain, 0.1);
  const { luma } = preservePeople(tones, plain, { skin, hair: none });
  const [own = 0, opened = 0, onSkin = 0] = [plain.luma.data[2020], tones.colour.luma.data[2020], luma.data[2020]];
  expect(opened).toBeGreaterThan(0.5);
  expect(onSkin).toBeGreaterThan(own + 0.05);
  expect(onSkin).toBeLessThan(0.45);
});
