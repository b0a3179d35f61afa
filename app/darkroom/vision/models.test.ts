import { createHash } from "node:crypto";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { modelNames, modelsFolder, readModel, unreadableModels } from "./models.ts";
import { loadFaceNet, loadLandmarkNet, loadPeopleNet, type Net } from "./nets.ts";
import { loadThingsNet, thingsSide } from "./things-net.ts";

describe("the weights", () => {
  let directory: string;
  let folder: URL;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "models-"));
    folder = pathToFileURL(`${directory}/`);
    await copyFile(new URL("selfie_segmentation.tflite", modelsFolder), join(directory, "selfie_segmentation.tflite"));
    await writeFile(join(directory, "face_landmark.tflite"), "not the weights");
  });
  afterAll(() => rm(directory, { recursive: true }));

  test("in the repository are all readable and the recorded ones", async () => {
    expect(await unreadableModels()).toEqual([]);
  });

  test("are refused when their checksum is another", async () => {
    await expect(readModel("landmarks", folder)).rejects.toThrow(/face_landmark\.tflite have the checksum/);
  });

  test("are refused when the file is missing", async () => {
    await expect(readModel("things", folder)).rejects.toThrow(/u2netp\.onnx/);
  });

  test("that cannot be read are named with the reason", async () => {
    const unreadable = await unreadableModels(folder);
    expect(unreadable.map(({ name }) => name)).toEqual(modelNames.filter((name) => name !== "people"));
    for (const { reason } of unreadable) expect(reason).toMatch(/checksum|no such file/);
  });
});

/** A picture with soft colours and edges in it, the same on every run. */
function pattern(side: number): Uint8Array {
  return Uint8Array.from({ length: side * side * 3 }, (_, index) => {
    const [x, y] = [Math.floor(index / 3) % side, Math.floor(index / 3 / side)];
    const isInside = Math.hypot(x - side / 2, y - side / 2) < side / 3;
    return (isInside ? 180 : 60) + ((x * 7 + y * 5 + index * 3) % 40);
  });
}

const checksum = (...outputs: Float32Array[]) => {
  const hash = createHash("sha256");
  for (const output of outputs) hash.update(new Uint8Array(output.buffer, output.byteOffset, output.byteLength));
  return hash.digest("hex").slice(0, 16);
};
const runOnce = async (load: () => Promise<Net>) => {
  const net = await load();
  return checksum(...Object.values(net.run(pattern(net.side))));
};

describe("the output of each net is the one that was looked at, bit by bit:", () => {
  test("the people's net", { timeout: 60_000 }, async () => {
    expect(await runOnce(loadPeopleNet)).toMatchInlineSnapshot(`"03d3e726205cf4ae"`);
  });

  test("the face detector", { timeout: 60_000 }, async () => {
    expect(await runOnce(loadFaceNet)).toMatchInlineSnapshot(`"2871946b55c59807"`);
  });

  test("the landmark net", { timeout: 60_000 }, async () => {
    expect(await runOnce(loadLandmarkNet)).toMatchInlineSnapshot(`"f58cacaf49c9412d"`);
  });

  test("the things' net", { timeout: 60_000 }, async () => {
    const map = await (await loadThingsNet())(pattern(thingsSide));
    expect(map && checksum(map)).toMatchInlineSnapshot(`"d9e3acfe70f20f88"`);
  });
});
