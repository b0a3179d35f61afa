import { describe, expect, test } from "vitest";
import type { PortraitMeasures } from "../../darkroom/id-photo/measure-portrait.ts";
import { idDocuments } from "./documents.ts";
import { measuredIn, noteOf } from "./measured-note.ts";
import { papers } from "./document-list.ts";
import { layOutSheet, sheetPdf } from "./print-sheet.ts";
import { judgePortrait } from "./verdicts.ts";

const documents = idDocuments;

describe("the documents", () => {
  test.each(documents.map((document) => [document.id, document] as const))(
    "%s has a rule that a picture can meet, and a dated source",
    (_, { size, pixels, head, eyes, kilobytes, source }) => {
      expect(pixels.width / pixels.height).toBeCloseTo(size.width / size.height, 2);
      expect(head.least).toBeLessThan(head.most);
      expect(head.most).toBeLessThan(size.height);
      expect(eyes?.most ?? 0).toBeLessThan(size.height);
      expect(kilobytes?.least ?? 0).toBeLessThan(kilobytes?.most ?? 1);
      expect(URL.canParse(source.page)).toBe(true);
      expect(source.read).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    },
  );
});

const good: PortraitMeasures = {
  faces: 1,
  yaw: 1,
  pitch: -11,
  roll: 2,
  eyesOpen: 0.32,
  mouthOpen: 0.03,
  sharpness: 0.25,
  headPixels: 900,
  evenness: 0.85,
  tone: 130,
  highlight: 190,
  above: 0.3,
  below: 1,
  tooNarrow: { own: ["uk-passport", "us-passport-visa"], replaced: ["us-passport-visa"] },
};
const judged = (change: Partial<PortraitMeasures>) => {
  const always = new Set(["Eyes open", "Nothing over the face", "Glasses", "Head covering"]);
  const verdicts = judgePortrait({ ...good, ...change });
  return verdicts.filter(({ check, is }) => is === "fail" || (is === "yourself" && !always.has(check)));
};

describe("the checks of a photo", () => {
  test("pass for a good portrait, and leave to the member what is not measured", () => {
    expect(judged({})).toEqual([]);
    expect(judgePortrait(good).filter(({ is }) => is === "yourself")).toMatchObject([
      { check: "Eyes open" },
      { check: "Nothing over the face" },
      { check: "Glasses" },
      { check: "Head covering" },
    ]);
  });

  test.each<[Partial<PortraitMeasures>, string, RegExp]>([
    [{ faces: 3 }, "One face", /3 faces/],
    [{ yaw: 20 }, "Looks straight ahead", /to your right/],
    [{ yaw: -20 }, "Looks straight ahead", /to your left/],
    [{ pitch: 8 }, "Head neither up nor down", /Lower your chin/],
    [{ pitch: -28 }, "Head neither up nor down", /Raise your chin/],
    [{ roll: 10 }, "Head upright", /Tilt your head/],
    [{ eyesOpen: 0.1 }, "Eyes open", /Open both eyes/],
    [{ mouthOpen: 0.2 }, "Mouth closed", /Close your mouth/],
    [{ sharpness: 0.05 }, "Sharp", /blurred/],
    [{ headPixels: 200 }, "Large enough to print", /200 px/],
    [{ evenness: 0.3 }, "Even light", /One side/],
    [{ tone: 40, highlight: 80 }, "Even light", /dark/],
    [{ above: 0 }, "Whole head in the photo", /upper edge/],
    [{ below: 0.05 }, "Shoulders in the photo", /Step back/],
  ])("%o fails one check and says what to do", (change, check, advice) => {
    expect(judged(change)).toEqual([{ check, is: "fail", text: expect.stringMatching(advice) }]);
  });

  test.each<[Partial<PortraitMeasures>]>([[{ yaw: 10 }], [{ sharpness: 0.1 }], [{ mouthOpen: 0.06 }]])(
    "%o is near the limit and left to the member",
    (change) => {
      expect(judged(change).map(({ is }) => is)).toEqual(["yourself"]);
    },
  );

  test("tell before the gem when the photo has too little around the head for the document", () => {
    const spaceFor = (document: string, changes?: string) =>
      judgePortrait(good, { document, ...(changes ? { changes } : {}) }).find(({ check }) => check.startsWith("Space"));
    expect(spaceFor("nigeria-passport")).toMatchObject({ is: "pass" });
    expect(spaceFor("us-passport-visa", "background")).toMatchObject({
      is: "fail",
      text: "Too little is around the head. Step back, and do not crop the photo.",
    });
    expect(spaceFor("uk-passport", "background")).toMatchObject({ is: "pass" });
    expect(spaceFor("uk-passport", "crop")).toMatchObject({
      is: "fail",
      text: expect.stringContaining("enough with the background replaced"),
    });
  });

  test("never says that eyes are open, which the mesh also draws over closed and hidden ones", () => {
    const eyes = [0.2, 0.28, 0.36].map((eyesOpen) =>
      judgePortrait({ ...good, eyesOpen }).find(({ check }) => check === "Eyes open"),
    );
    expect(eyes.map((verdict) => verdict?.is)).toEqual(["yourself", "yourself", "yourself"]);
  });

  test("a dark skin in good light is not called dark", () => {
    expect(judged({ tone: 55, highlight: 140 })).toEqual([]);
  });

  test("say that there is no face", () => {
    expect(judgePortrait(null)).toMatchObject([{ check: "One face", is: "fail" }]);
  });
});

test("a result's note says what was changed and gives its measures back", () => {
  const [document] = documents;
  if (!document) throw new Error("no document");
  const measured = { head: 33.8, eyes: 23.6, chin: 6.7 };
  const note = noteOf(document, { ...measured, turn: -0.05, gain: 1.2, background: true });
  expect(measuredIn(note)).toEqual(measured);
  expect(note).toContain(
    "We changed this: cropped, turned by 2.9°, the background replaced with white and the whole photo brightened by 0.3 stops.",
  );
  expect(noteOf(document, { ...measured, turn: 0, gain: 1, background: false })).toContain("We changed this: cropped.");
  expect(measuredIn("Your description was not used.")).toBeNull();
});

describe("the print sheet", () => {
  const sheets = documents.flatMap(({ id, size }) => papers.map((paper) => [id, paper.name, size, paper] as const));

  test.each(sheets)(
    "of %s on %s has whole photos apart from each other and from the edge",
    (_id, _name, size, paper) => {
      const { paper: lying, photos } = layOutSheet(size, paper);
      expect(photos.length).toBeGreaterThanOrEqual(2);
      for (const [index, { left, top }] of photos.entries()) {
        expect(left).toBeGreaterThanOrEqual(3 - 1e-9);
        expect(top).toBeGreaterThanOrEqual(3 - 1e-9);
        expect(left + size.width).toBeLessThanOrEqual(lying.width - 3 + 1e-9);
        expect(top + size.height).toBeLessThanOrEqual(lying.height - 3 + 1e-9);
        for (const other of photos.slice(index + 1)) {
          const apart =
            Math.abs(other.left - left) >= size.width + 1.3 - 1e-9 ||
            Math.abs(other.top - top) >= size.height + 1.3 - 1e-9;
          expect(apart).toBe(true);
        }
      }
    },
  );

  test("holds eight photos of 35 × 45 mm on 10 × 15 cm", () => {
    expect(layOutSheet({ width: 35, height: 45 }, papers[0]).photos).toHaveLength(8);
  });

  test("is a PDF whose table points at its objects and which holds the JPEG once, unchanged", () => {
    const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
    const size = { width: 35, height: 45 };
    const pdf = Buffer.from(sheetPdf({ bytes, width: 827, height: 1063 }, size, layOutSheet(size, papers[0])));
    const text = pdf.toString("latin1");
    const table = Number(/startxref\n(\d+)/.exec(text)?.[1]);
    const starts = [...text.slice(table).matchAll(/(\d{10}) 00000 n/g)].map(([, start]) => Number(start));
    expect(starts).toHaveLength(5);
    for (const [index, start] of starts.entries()) expect(text.slice(start)).toMatch(new RegExp(`^${index + 1} 0 obj`));
    expect(pdf.indexOf(bytes)).toBeGreaterThan(0);
    expect(text.match(/99\.213 0 0 127\.559 .* cm \/P Do/g)).toHaveLength(8);
  });
});
