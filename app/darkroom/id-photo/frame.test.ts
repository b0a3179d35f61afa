import { describe, expect, test } from "vitest";
import { type IdDocument, idDocuments } from "../../tools/id-photo/documents.ts";
import { emptyPlane } from "../pixels/plane.ts";
import { dice } from "../../../tests/fixtures/sample-photos.ts";
import { type Frame, type Open, planFrame } from "./frame.ts";
import { measureHead } from "./measure-portrait.ts";

const documents = idDocuments;
const closed: Open = { top: false, left: false, right: false };
const open: Open = { top: true, left: true, right: true };
const photo = { width: 1200, height: 1600 };

/** A face of the mesh's four measured points, turned by `turn` around its eyes; the outline is solid up to the hair. */
function sitter({ x = 600, y = 700, toChin = 160, hair = 200, turn = 0 } = {}) {
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const at = (across: number, down: number) => ({ x: x + across * cos - down * sin, y: y + across * sin + down * cos });
  const landmarks = Array.from({ length: 468 }, () => at(0, 0));
  const place = (index: number, across: number, down: number) => (landmarks[index] = at(across, down));
  for (const [index, across] of [
    [33, -70],
    [133, -30],
    [362, 30],
    [263, 70],
  ] as const)
    place(index, across, 0);
  place(234, -110, 20);
  place(454, 110, 20);
  place(152, 0, toChin);
  const outline = emptyPlane(photo.width / 4, photo.height / 4);
  for (let row = 0; row < outline.height; row += 1) {
    for (let column = 0; column < outline.width; column += 1) {
      const [dx, dy] = [column * 4 + 2 - x, row * 4 + 2 - y];
      const [across, up] = [dx * cos + dy * sin, dx * sin - dy * cos];
      if (Math.abs(across) < 130 && up < hair) outline.data[row * outline.width + column] = 1;
    }
  }
  return { landmarks, outline, at };
}

const headOf = (options: Parameters<typeof sitter>[0]) => {
  const { landmarks, outline } = sitter(options);
  return measureHead({ landmarks }, outline, photo);
};

/** Position in mm from the left and the lower edge of the print. */
function printed(frame: Frame, { size }: IdDocument, { x, y }: { x: number; y: number }) {
  const [origin, right, down] = [frame.corner(0, 0), frame.corner(size.width, 0), frame.corner(0, size.height)];
  const along = (end: { x: number; y: number }) =>
    ((x - origin.x) * (end.x - origin.x) + (y - origin.y) * (end.y - origin.y)) /
    ((end.x - origin.x) ** 2 + (end.y - origin.y) ** 2);
  return { left: along(right) * size.width, bottom: (1 - along(down)) * size.height };
}

describe.each(documents.map((document) => [document.id, document] as const))("the frame for %s", (_, document) => {
  test("holds head, eyes and middle within the rule for heads of any size, place, hair and tilt up to 5°", () => {
    const random = dice();
    for (let round = 0; round < 40; round += 1) {
      const toChin = 90 + 90 * random();
      const options = {
        x: 520 + 160 * random(),
        y: 560 + 120 * random(),
        toChin,
        hair: toChin * (0.85 + 0.5 * random()),
        turn: ((random() - 0.5) * 9.8 * Math.PI) / 180,
      };
      const frame = planFrame(headOf(options), document, photo, open);
      if (!frame) throw new Error(`no frame for ${JSON.stringify(options)}`);
      const { at } = sitter(options);
      const top = document.headTo === "hair" ? Math.max(options.hair, 0.8 * toChin) : Math.min(toChin, options.hair);
      const [eyes, chin, crown] = [at(0, 0), at(0, toChin), at(0, -top)].map((point) =>
        printed(frame, document, point),
      );
      // The outline is measured on a map a quarter of the photo's size.
      const exact = 8 / frame.scale;
      const head = (crown?.bottom ?? 0) - (chin?.bottom ?? 0);
      expect(head).toBeGreaterThanOrEqual(document.head.least - exact);
      expect(head).toBeLessThanOrEqual(document.head.most + exact);
      expect(frame.head).toBeCloseTo(head, 0);
      const rule = document.eyes ?? { least: 0.5 * document.size.height, most: 0.7 * document.size.height };
      expect(eyes?.bottom).toBeGreaterThanOrEqual(rule.least);
      expect(eyes?.bottom).toBeLessThanOrEqual(rule.most);
      expect(frame.eyes).toBeCloseTo(eyes?.bottom ?? 0, 1);
      expect(frame.chin).toBeCloseTo(chin?.bottom ?? 0, 1);
      expect(Math.abs((eyes?.left ?? 0) - document.size.width / 2)).toBeLessThan(0.05 * document.size.width);
    }
  });
});

const passport = documents[0] as IdDocument;

test("levels the eyes up to 5°, and leaves the rest to the person", () => {
  const turnOf = (degrees: number) => (headOf({ turn: (degrees * Math.PI) / 180 }).turn * 180) / Math.PI;
  expect(turnOf(3)).toBeCloseTo(3);
  expect(turnOf(-4.9)).toBeCloseTo(-4.9);
  expect(turnOf(12)).toBeCloseTo(5);
});

test("takes the outline for the crown of a shaved head, and does not add hair to the skull", () => {
  expect(headOf({ toChin: 160, hair: 140 }).toCrown).toBeLessThan(146);
  expect(headOf({ toChin: 160, hair: 260 }).toCrown).toBeCloseTo(160);
});

test("stays within a photo whose background is kept", () => {
  const head = headOf({ x: 200, y: 260 });
  expect(planFrame(head, passport, photo, open)).not.toBeNull();
  const frame = planFrame(head, passport, photo, closed);
  for (const [across, down] of [
    [0, 0],
    [35, 0],
    [0, 45],
    [35, 45],
  ] as const) {
    const { x, y } = frame?.corner(across, down) ?? { x: 0, y: 0 };
    expect(x).toBeGreaterThanOrEqual(-2);
    expect(y).toBeGreaterThanOrEqual(-2);
  }
});

test("finds no frame for a photo that ends at the chin", () => {
  const cut = { ...photo, height: 700 + 170 };
  expect(planFrame(headOf({}), passport, cut, open)).toBeNull();
});
