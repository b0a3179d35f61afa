import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createDarkroom, type DarkroomOptions } from "../../../app/adapters/embedded/darkroom/darkroom.server.ts";
import type { ChildPoolLog } from "../../../app/server/child-processes/child-pool.server.ts";
import { killChildren, rememberedNets } from "../../fixtures/vision-children.ts";
import { photoFixtures } from "../../fixtures/photo-fixtures.ts";
import { imageGeneratorContract } from "./image-generator-contract.ts";

const log = { warn: vi.fn<ChildPoolLog["warn"]>() };
const onnx = rememberedNets(log);
const darkroom = createDarkroom({ log, onnx, priority: 0 });
afterAll(async () => {
  await darkroom.close();
  await onnx.close();
});

imageGeneratorContract("the darkroom", () => darkroom, { tool: "surprise-me" });
imageGeneratorContract("the darkroom, cutting the subject out,", () => darkroom, {
  tool: "background-engine",
  mode: "replace",
  replacement: "studio-backdrop",
  backdrop: "light-grey",
  edges: 40,
});

describe("the darkroom", () => {
  let photo: Uint8Array;
  beforeAll(async () => {
    photo = await sharp(await readFile((await photoFixtures()).snapshot))
      .resize(360, 480)
      .jpeg()
      .toBuffer();
  }, 60_000);

  const enhance = (generator: typeof darkroom, image: Uint8Array, tool = "surprise-me") =>
    generator.generate({
      recipe: { tool },
      prompt: "",
      image,
      mimeType: "image/jpeg",
      signal: new AbortController().signal,
      onProgress: () => {},
    });
  const during = async <Result>(options: Partial<DarkroomOptions>, use: (own: typeof darkroom) => Promise<Result>) => {
    const own = createDarkroom({ log, onnx, priority: 0, ...options });
    try {
      return await use(own);
    } finally {
      await own.close();
    }
  };

  test("returns a JPEG of the photo's size, marked as algorithmically enhanced", async () => {
    const outcome = await enhance(darkroom, photo);
    if (!outcome.ok) throw new Error(outcome.detail);
    const metadata = await sharp(outcome.image).metadata();
    expect(metadata).toMatchObject({ format: "jpeg", width: 360, height: 480 });
    expect(metadata.xmp?.toString()).toContain("digitalsourcetype/algorithmicallyEnhanced<");
  });

  test("refuses an unknown tool", async () => {
    expect(await enhance(darkroom, photo, "no-such-tool")).toMatchObject({ ok: false, problem: "rejected" });
  });

  test("enhances a photo in black and white", async () => {
    const grey = await sharp(photo).greyscale().jpeg().toBuffer();
    expect(await enhance(darkroom, grey)).toMatchObject({ ok: true });
  });

  test("returns no-gain for an empty picture", async () => {
    const blank = sharp({ create: { width: 200, height: 200, channels: 3, background: "#777" } });
    expect(await enhance(darkroom, await blank.png().toBuffer())).toMatchObject({ ok: false, problem: "no-gain" });
  });

  test("returns timeout when a photo takes too long", async () => {
    expect(await during({ timeoutMs: 1 }, (own) => enhance(own, photo))).toMatchObject({
      ok: false,
      problem: "timeout",
    });
  });

  test("returns busy for unfinished photos when it closes", async () => {
    const own = createDarkroom({ log, onnx, priority: 0 });
    const running = enhance(own, photo);
    await own.close();
    expect(await running).toMatchObject({ ok: false, problem: "busy" });
  });

  describe("a killed child process", () => {
    const remove = { tool: "background-engine", mode: "blur", edges: 50 };
    const killing = async (name: string, kills: number) => {
      let left = kills;
      const own = createDarkroom({ log, priority: 0, ...(name === "onnx-child" ? {} : { onnx }) });
      // The ONNX process runs while the darkroom's child waits for it, so both are searched repeatedly.
      const timer = setInterval(() => {
        if (left > 0 && killChildren(name)) left -= 1;
      }, 20);
      const image = await sharp(photo).resize(300).jpeg().toBuffer();
      const { signal } = new AbortController();
      const request = {
        recipe: remove,
        prompt: "",
        image,
        mimeType: "image/jpeg",
        signal,
        onProgress: () => {},
      } as const;
      const outcome = await own.generate(request).finally(() => clearInterval(timer));
      await own.close();
      return { outcome, left };
    };

    test("retries the photo in a new child", { timeout: 120_000 }, async () => {
      expect(await killing("darkroom-child", 1)).toMatchObject({ outcome: { ok: true }, left: 0 });
    });

    test("delivers the photo when the ONNX process was killed once or twice", { timeout: 120_000 }, async () => {
      expect(await killing("onnx-child", 1)).toMatchObject({ outcome: { ok: true }, left: 0 });
      expect(await killing("onnx-child", 2)).toMatchObject({ outcome: { ok: true }, left: 0 });
    });

    test("fails a photo that kills two children", { timeout: 120_000 }, async () => {
      expect(await killing("darkroom-child", 2)).toMatchObject({ outcome: { ok: false, problem: "failed" }, left: 0 });
    });
  });

  test("works on several photos at once, each with its own result", async () => {
    const small = await sharp(photo).resize(160).jpeg().toBuffer();
    const widths = await Promise.all(
      [photo, small, photo, small].map(async (image) => {
        const outcome = await enhance(darkroom, image);
        return outcome.ok ? (await sharp(outcome.image).metadata()).width : outcome;
      }),
    );
    expect(widths).toEqual([360, 160, 360, 160]);
  });
});
