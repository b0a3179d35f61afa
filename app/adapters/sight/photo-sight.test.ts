import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { PhotoSight, Preview, SeenPhoto } from "../../photos/advice/photo-sight.ts";
import { killChildren } from "../../../tests/fixtures/vision-children.ts";
import { photoFixtures } from "../../../tests/fixtures/photo-fixtures.ts";
import { createPhotoSight } from "./photo-sight.server.ts";
import { createPreviewCache } from "./preview-cache.ts";

const warn = vi.fn<(details: Record<string, unknown>, message: string) => void>();
const log = { warn };
/** Only the people network decides. */
const onnxAsked = vi.fn<() => null>(() => null);
const onnx = { answer: () => async () => onnxAsked(), close: async () => {} };
const state = { jobsFirst: false };
/** On a busy machine the child needs many seconds to load. */
const patienceMs = 60_000;
let sight: PhotoSight;
let portrait: Uint8Array;

beforeAll(async () => {
  sight = createPhotoSight({ log, onnx, jobsFirst: () => state.jobsFirst, patienceMs, priority: 0 });
  portrait = await sharp(await readFile((await photoFixtures()).portrait))
    .resize(240, 300)
    .jpeg()
    .toBuffer();
}, patienceMs);
afterAll(async () => {
  await sight.close();
});
afterEach(() => {
  state.jobsFirst = false;
  warn.mockClear();
});

const read = vi.fn<() => Promise<Uint8Array>>(async () => portrait);
const photo = (id: string): SeenPhoto => ({ id, read });
const admit = vi.fn<() => Promise<number>>(async () => 0);
const preview = (id: string, option: string, signal = new AbortController().signal) =>
  sight.preview({ photo: photo(id), option, admit, signal });
const tryout = (id: string, option: string) =>
  sight.preview({ photo: photo(id), option, admit, signal: new AbortController().signal, visitor: true });

describe("previews", { timeout: patienceMs }, () => {
  test("decodes a photo once for several options and caches the previews", async () => {
    read.mockClear();
    admit.mockClear();
    const options = ["backdrop-white", "backdrop-black", "look-natural"];
    for (const made of await Promise.all(options.map((option) => preview("one", option)))) {
      expect(made).toMatchObject({ is: "picture" });
    }
    expect(read).toHaveBeenCalledOnce();
    expect(admit).toHaveBeenCalledTimes(3);
    expect(await preview("one", "backdrop-white")).toMatchObject({ is: "picture" });
    expect(admit).toHaveBeenCalledTimes(3);
  });

  test("are drawn in a new child when theirs was killed at work, once", async () => {
    const kill = () => (killChildren("preview-child"), null);
    onnxAsked.mockImplementationOnce(kill);
    expect(await preview("killed", "background-blur")).toMatchObject({ is: "picture" });
    onnxAsked.mockImplementationOnce(kill).mockImplementationOnce(kill);
    expect(await preview("deadly", "background-blur")).toMatchObject({ is: "busy" });
    expect(warn).toHaveBeenCalledWith(expect.objectContaining({ photo: "deadly" }), "previews were not drawn");
  });

  test("draws an option once for two requests at the same time", async () => {
    const [one, other] = await Promise.all([preview("two", "backdrop-red"), preview("two", "backdrop-red")]);
    expect(one).toMatchObject({ is: "picture" });
    expect(other).toEqual(one);
  });

  test("does not count unknown options against the limit", async () => {
    admit.mockClear();
    expect(await preview("one", "backdrop-plaid")).toEqual({ is: "unavailable" });
    expect(admit).not.toHaveBeenCalled();
  });

  test("refuses previews over the limit", async () => {
    admit.mockResolvedValueOnce(77);
    expect(await preview("one", "gradient-dual-tone")).toEqual({ is: "limited", seconds: 77 });
  });

  test("pauses uncached previews while jobs use every processor", async () => {
    await preview("one", "backdrop-white");
    state.jobsFirst = true;
    expect(await preview("one", "backdrop-green")).toMatchObject({ is: "busy" });
    expect(await preview("one", "backdrop-white")).toMatchObject({ is: "picture" });
  });

  test("does not draw a preview whose requests were aborted", async () => {
    const controller = new AbortController();
    const started = preview("three", "backdrop-white");
    const pending = preview("three", "background-oil-painting", controller.signal);
    await vi.waitFor(() => expect(admit).toHaveBeenCalled());
    await Promise.resolve();
    controller.abort();
    expect(await pending).toMatchObject({ is: "busy" });
    expect(await started).toMatchObject({ is: "picture" });
    state.jobsFirst = true;
    expect(await preview("three", "background-oil-painting")).toMatchObject({ is: "busy" });
  });

  test("draws a try-out's two pictures at 480 px, for visitors alone, and its tiles at 240 px", async () => {
    const side = async (made: Preview) =>
      made.is === "picture" ? (await sharp(made.webp).metadata()).height : made.is;
    const pictures = await Promise.all(["before", "after", "style-sketch"].map((option) => tryout("four", option)));
    // The fixture is 300 px high.
    expect(await Promise.all(pictures.map(side))).toEqual([300, 300, 240]);
    expect(await preview("four", "after")).toEqual({ is: "unavailable" });
  });

  test("draws try-outs after members' previews, and refuses the fifth", async () => {
    const order: string[] = [];
    const visitors = ["v1", "v2", "v3", "v4"].map((id) => tryout(id, "after").then(() => order.push(id)));
    await vi.waitFor(() => expect(admit).toHaveBeenCalled());
    expect(await tryout("v5", "after")).toMatchObject({ is: "busy" });
    const members = ["m1", "m2"].map((id) => preview(id, "backdrop-white").then(() => order.push(id)));
    await Promise.all([...visitors, ...members]);
    // One try-out may have begun before the members' requests.
    expect(Math.max(order.indexOf("m1"), order.indexOf("m2"))).toBeLessThanOrEqual(2);
  });

  test("drops cached and queued previews when the draft is deleted", async () => {
    await preview("four", "backdrop-white");
    const drawing = preview("four", "backdrop-blue");
    await vi.waitFor(() => expect(admit).toHaveBeenCalled());
    sight.forget("four");
    expect(["busy", "picture"]).toContain((await drawing).is);
    state.jobsFirst = true;
    expect(await preview("four", "backdrop-white")).toMatchObject({ is: "busy" });
  });

  test("makes no preview of a deleted or broken photo", async () => {
    const deleted = { id: "lost", read: async () => null };
    const { signal } = new AbortController();
    expect(await sight.preview({ photo: deleted, option: "look-natural", admit, signal })).toMatchObject({
      is: "busy",
    });
    const broken = { id: "broken", read: async () => Buffer.from("no picture") };
    expect(await sight.preview({ photo: broken, option: "look-natural", admit, signal })).toEqual({
      is: "unavailable",
    });
  });
});

describe("faces", { timeout: patienceMs }, () => {
  test("examines a photo's faces once and reports nothing for one large face", async () => {
    read.mockClear();
    expect(await sight.faces(photo("one"), patienceMs)).toEqual([]);
    expect(await sight.faces(photo("one"), 0)).toEqual([]);
    expect(read).toHaveBeenCalledOnce();
  });

  test("answers a page within its patience and has the faces for the next page", async () => {
    expect(await sight.faces(photo("five"), 0)).toBeNull();
    expect(await sight.faces(photo("five"), patienceMs)).toEqual([]);
  });

  test("examines a photo between two previews of another", async () => {
    const order: string[] = [];
    const options = ["style-sketch", "style-anime", "style-watercolor", "style-oil-painting", "backdrop-white"];
    const drawings = options.map((option) => preview("long", option).then(() => order.push(option)));
    await Promise.any(drawings);
    const left = options.length - order.length;
    await sight.faces(photo("quick"), patienceMs).then(() => order.push("faces"));
    await Promise.all(drawings);
    expect(left).toBeGreaterThan(1);
    expect(order.indexOf("faces")).toBeLessThan(options.length - 1);
  });

  test("places the largest face, and answers null in time", async () => {
    const place = await sight.largestFace(photo("one"), patienceMs);
    expect([place?.x, place?.y, place?.size].every((share) => share !== undefined && share > 0 && share < 1)).toBe(
      true,
    );
    expect(await sight.largestFace(photo("five"), 0)).toBeNull();
  });

  test("reports a photo without faces", async () => {
    const wall = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#a98" } })
      .jpeg()
      .toBuffer();
    expect(await sight.faces({ id: "wall", read: async () => wall }, patienceMs)).toEqual([{ kind: "none" }]);
  });

  test("reports faces of an unreadable photo as unknown, without an error", async () => {
    const failing = { id: "failing", read: () => Promise.reject(new Error("the host is away")) };
    expect(await sight.faces(failing, patienceMs)).toBeNull();
  });
});

const picture = (bytes: number) => new Uint8Array(bytes);

test("finds previews and impossible options by photo and option", () => {
  const cache = createPreviewCache({ maxBytes: 10_000, maxAgeMs: 1000 });
  cache.set("one", "style-anime", picture(100));
  cache.set("one", "look-vivid", null);
  expect(cache.get("one", "style-anime")).toHaveLength(100);
  expect(cache.get("one", "look-vivid")).toBeNull();
  expect(cache.get("one", "style-comic")).toBeUndefined();
  expect(cache.get("two", "style-anime")).toBeUndefined();
});

test("evicts the photo that was drawn longest ago", () => {
  const cache = createPreviewCache({ maxBytes: 3000, maxAgeMs: 1000 });
  cache.set("one", "a", picture(1000));
  cache.set("two", "a", picture(1000));
  cache.set("one", "b", picture(100));
  cache.set("three", "a", picture(1000));
  expect(cache.get("two", "a")).toBeUndefined();
  expect(cache.get("one", "a")).toHaveLength(1000);
  expect(cache.get("three", "a")).toHaveLength(1000);
});

test("drops a photo after its lifetime and on request", () => {
  let time = 0;
  const cache = createPreviewCache({ maxBytes: 10_000, maxAgeMs: 1000, now: () => time });
  cache.set("one", "a", picture(1));
  cache.set("two", "a", picture(1));
  cache.forget("two");
  expect(cache.get("two", "a")).toBeUndefined();
  time = 1001;
  expect(cache.get("one", "a")).toBeUndefined();
});
