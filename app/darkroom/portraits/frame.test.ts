import { describe, expect, test } from "vitest";
import { type Body, type Head, headFromOutline, headOf } from "./heads.ts";
import { frameFor, lowerCut } from "./frame.ts";
import { sampleSitter } from "../../../tests/fixtures/sample-sitters.ts";

const photo = { width: 1440, height: 1920 };
const head: Head = { x: 720, y: 500, height: 240, turn: 0 };

function body(changes: Partial<Body> = {}, cut: Partial<Body["cut"]> = {}): Body {
  const sides = { left: [], right: [], top: false, bottom: true, ...cut };
  return { left: 420, top: 380, right: 1020, bottom: 1920, solidBottom: 1920, ...changes, cut: sides };
}

const lowerEdge = (frame: { top: number; height: number }) => frame.top + frame.height;

describe("a portrait of one person", () => {
  test.each(["chest", "waist"] as const)("has the eyes in the upper two fifths when cut at the %s", (crop) => {
    const { eyes } = frameFor(photo, [head], body(), crop);
    expect(eyes).toBeGreaterThan(0.34);
    expect(eyes).toBeLessThan(0.4);
  });

  test("has space above the head and a ratio of 4:5", () => {
    const frame = frameFor(photo, [head], body(), "waist");
    expect(head.y - 0.5 * head.height - frame.top).toBeGreaterThan(0.3 * head.height);
    expect(frame.width / frame.height).toBeCloseTo(0.8, 5);
  });

  test("is narrower when the photo is hardly wider than the shoulders, and keeps the crown", () => {
    const tight = { width: 600, height: 900 };
    const cut = { left: [700, 800], right: [700, 800] };
    const near = body({ left: 0, top: 50, right: 600, bottom: 900, solidBottom: 900 }, cut);
    const frame = frameFor(tight, [{ x: 300, y: 320, height: 460, turn: 0 }], near, "waist");
    expect(frame.top).toBeLessThan(50);
    expect(frame.left).toBeGreaterThanOrEqual(0);
    expect(frame.left + frame.width).toBeLessThanOrEqual(600);
    expect(frame.width / frame.height).toBeGreaterThan(0.66);
  });

  test("ends higher on the body when a tall photo is hardly wider than the arms, and keeps the crown", () => {
    const edges = Array.from({ length: 30 }, (_, step) => 700 + 20 * step);
    const near = body(
      { left: 0, top: 185, right: 640, bottom: 1252, solidBottom: 1252 },
      { left: edges, right: edges },
    );
    const frame = frameFor({ width: 640, height: 1252 }, [{ x: 340, y: 390, height: 440, turn: 0 }], near, "waist");
    expect(frame.top).toBeLessThan(185);
    expect(frame.left).toBeGreaterThanOrEqual(0);
    expect(frame.left + frame.width).toBeLessThanOrEqual(640);
    expect(lowerEdge(frame)).toBeLessThan(1252);
  });

  test("is squarer when the photo ends at the chin, and keeps the hair on all sides", () => {
    const near = body({ left: 0, top: 10, right: 512, bottom: 512, solidBottom: 512 }, { left: [500], right: [500] });
    const frame = frameFor({ width: 512, height: 512 }, [{ x: 256, y: 262, height: 340, turn: 0 }], near, "waist");
    expect(frame.top).toBeLessThan(10);
    expect(frame.width).toBeGreaterThan(1.3 * 340 - 1);
    expect(frame.width / frame.height).toBeLessThanOrEqual(1);
  });

  test("never ends below the photo's own cut through the body", () => {
    for (const y of [300, 700, 1100, 1500, 1800]) {
      const frame = frameFor(photo, [{ ...head, y }], body({ top: y - 120 }), "thigh");
      expect(lowerEdge(frame)).toBeLessThanOrEqual(photo.height);
    }
  });

  test("ends above the ragged end of a body that a table hides", () => {
    const frame = frameFor(photo, [head], body({ bottom: 1250, solidBottom: 1100 }, { bottom: false }), "waist");
    expect(lowerEdge(frame)).toBeLessThanOrEqual(1100);
  });

  test("stays inside the photo's edge where that cuts an arm off", () => {
    const frame = frameFor(photo, [{ ...head, x: 300 }], body({ left: 0 }, { left: [900, 1000] }), "waist");
    expect(frame.left).toBeGreaterThanOrEqual(0);
  });

  test("is wide where an upright frame would cut off raised hands, or leave too much above the head", () => {
    const spread = body({ left: 60, top: 120, right: 1400 });
    const frame = frameFor(photo, [head], spread, "waist");
    expect(frame.width / frame.height).toBeCloseTo(1.25, 5);
    expect(frame.left).toBeLessThan(60);
    expect(frame.left + frame.width).toBeGreaterThan(1400);
    const { width, height } = frameFor(photo, [head], { ...spread, left: 400, right: 1000 }, "waist");
    expect(width / height).toBeCloseTo(0.8, 5);
  });

  test("leaves more space on the side of the gaze", () => {
    const middle = (turn: number) => {
      const { left, width } = frameFor(photo, [{ ...head, turn }], body(), "waist");
      return left + width / 2;
    };
    expect(middle(0.8)).toBeGreaterThan(middle(0) + 20);
    expect(middle(-0.8)).toBeLessThan(middle(0) - 20);
  });
});

describe("a portrait without a face", () => {
  const guess: Head = { x: 900, y: 600, height: 150, turn: 0, isGuess: true };
  const lying = body({ left: 200, right: 1300, top: 700, bottom: 1300, solidBottom: 1300 }, { bottom: false });

  test("shows an animal that lies from end to end, and hides where it lay", () => {
    const frame = frameFor(photo, [guess], lying, "waist");
    expect(frame.left).toBeLessThan(200);
    expect(frame.left + frame.width).toBeGreaterThan(1300);
    expect(frame.top).toBeLessThan(700);
    expect(lowerEdge(frame)).toBeLessThan(1300);
    expect(lowerEdge(frame)).toBeGreaterThan(1240);
  });

  test("ends where the photo does", () => {
    const near = body({ left: 0, right: 1440, top: 200 }, { left: [1500], right: [1500] });
    const frame = frameFor(photo, [guess], near, "waist");
    expect(lowerEdge(frame)).toBeCloseTo(photo.height, -2);
    expect([frame.left, frame.left + frame.width].every((x) => x >= 0 && x <= photo.width)).toBe(true);
  });

  test("comes closer for a close-up", () => {
    expect(frameFor(photo, [guess], lying, "chest").width).toBeLessThan(0.5 * 1100);
  });
});

describe("the lower cut", () => {
  const joints = { elbow: 2.5, wrist: 3.6, knee: 5.2 };

  test.each(["chest", "waist", "thigh"] as const)(
    "avoids every joint when %s is wanted, however much the photo shows",
    (wanted) => {
      for (let visible = 2; visible < 8; visible += 0.1) {
        const cut = lowerCut(wanted, visible);
        for (const joint of Object.values(joints)) expect(Math.abs(cut - joint)).toBeGreaterThan(0.4);
      }
    },
  );

  test("shows everything of a photo that ends above the chest", () => {
    expect(lowerCut("waist", 1.4)).toBe(1.4);
  });
});

describe("a full figure", () => {
  const small: Head = { x: 720, y: 420, height: 180, turn: 0 };
  const standing = body({ top: 330, bottom: 1650, solidBottom: 1600 }, { bottom: false });

  test("has ground below the feet and space above the head", () => {
    const frame = frameFor(photo, [small], standing, "full");
    expect(frame.crop).toBe("full");
    expect(lowerEdge(frame)).toBeGreaterThan(1650 + 40);
    expect(frame.top).toBeLessThan(330 - 40);
  });

  test("becomes a cut at the thigh when the photo cuts the feet off", () => {
    expect(frameFor(photo, [small], body({ top: 330 }), "full").crop).toBe("thigh");
  });
});

describe("a group", () => {
  const wide = { width: 1920, height: 1280 };
  const heads = [500, 760, 1040, 1330].map((x, at) => ({ x, y: 400 + 30 * (at % 2), height: 200, turn: 0 }));
  const bodies = body({ left: 380, top: 290, right: 1460, bottom: 1280, solidBottom: 1280 });

  test("has a landscape frame with every head when the group is wide", () => {
    const frame = frameFor(wide, heads, bodies, "waist");
    expect(frame.width / frame.height).toBeGreaterThan(1.2);
    for (const { x, y, height } of heads) {
      expect(x - 0.5 * height).toBeGreaterThan(frame.left);
      expect(x + 0.5 * height).toBeLessThan(frame.left + frame.width);
      expect(y - 0.55 * height).toBeGreaterThan(frame.top);
    }
    expect(lowerEdge(frame)).toBeLessThanOrEqual(wide.height);
  });

  test("keeps the head of the taller one in a selfie that cuts the arms of both", () => {
    const selfie = { width: 640, height: 853 };
    const pair = [
      { x: 270, y: 310, height: 220, turn: 0 },
      { x: 378, y: 480, height: 170, turn: 0 },
    ];
    const cut = { left: [600, 700, 800], right: [640, 700, 800] };
    const near = body({ left: 0, top: 150, right: 640, bottom: 853, solidBottom: 853 }, cut);
    const frame = frameFor(selfie, pair, near, "waist");
    for (const { y, height } of pair) expect(y - 0.55 * height).toBeGreaterThan(frame.top);
    expect(frame.left).toBeGreaterThanOrEqual(0);
    expect(frame.left + frame.width).toBeLessThanOrEqual(640);
  });

  test("stays upright for two people who stand close", () => {
    const frame = frameFor(
      photo,
      [
        { ...head, x: 620 },
        { ...head, x: 820 },
      ],
      body(),
      "waist",
    );
    expect(frame.width / frame.height).toBeCloseTo(0.8, 5);
  });
});

const sitter = sampleSitter(160, 200, [{ eyes: { x: 70, y: 60 }, head: 40, bottom: 200 }]);

test("measures a head from crown to chin around the eyes", () => {
  const [face] = sitter.faces;
  const head = face && headOf(face);
  expect(head).toMatchObject({ x: 70, y: 60, turn: 0 });
  expect(head?.height).toBeCloseTo(40, 0);
});

test("finds a head without a face above the shoulders of the outline", () => {
  const head = headFromOutline(sitter.alpha, 1);
  expect(Math.abs((head?.x ?? 0) - 70)).toBeLessThan(4);
  expect(Math.abs((head?.y ?? 0) - 58)).toBeLessThan(10);
  expect(head?.height).toBeGreaterThan(26);
  expect(head?.height).toBeLessThan(54);
});

test("finds the neck below a hat that is wider than the shoulders", () => {
  const { width, height, data } = sitter.alpha;
  const hat = { width, height, data: data.slice() };
  for (let y = 44; y < 60; y += 1) hat.data.fill(1, y * width + 46, y * width + 94);
  const head = headFromOutline(hat, 1);
  expect(head?.height).toBeGreaterThan(26);
  expect(head?.height).toBeLessThan(54);
});

test("finds no head in an empty outline", () => {
  expect(headFromOutline({ width: 4, height: 4, data: new Float32Array(16) }, 1)).toBeNull();
});
