import { createHash } from "node:crypto";
import { copyFile, cp, mkdtemp, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { modelsFolder, readModel, unreadableModels } from "./models.ts";
import { loadFaceNet, loadLandmarkNet, loadPeopleNet, type Net } from "./nets.ts";
import { loadPoseNet, loadSaliencyNet, poseSide, saliencySide } from "./onnx-nets.ts";

describe("the weights of the nets", () => {
  let folder: string;
  let url: URL;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "models-"));
    await cp(modelsFolder, folder, { recursive: true });
    url = pathToFileURL(`${folder}/`);
  });
  afterEach(() => rm(folder, { recursive: true }));

  test("are all readable in the repository", async () => {
    expect(await unreadableModels()).toEqual([]);
    expect(await unreadableModels(url)).toEqual([]);
  });

  test("are reported when a file is missing, without the folder's path", async () => {
    await rm(join(folder, "face_landmark.onnx"));
    expect(await unreadableModels(url)).toEqual([
      { name: "landmarks", reason: "The weights face_landmark.onnx cannot be read (ENOENT)." },
    ]);
  });

  test("are reported when a file is truncated or another model", async () => {
    await truncate(join(folder, "u2netp.onnx"), 1000);
    await copyFile(join(folder, "face_landmark.onnx"), join(folder, "selfie_segmentation.onnx"));
    expect(await unreadableModels(url)).toMatchObject([
      { name: "people", reason: expect.stringMatching(/^The weights selfie_segmentation\.onnx have the checksum/) },
      { name: "saliency", reason: expect.stringMatching(/^The weights u2netp\.onnx have the checksum/) },
    ]);
    await expect(readModel("saliency", url)).rejects.toThrow("u2netp.onnx");
  });
});

/** An image with soft colours and edges, the same on every run. */
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
  return checksum(...Object.values(await net.run(pattern(net.side))));
};

describe("the output of each network, byte by byte", () => {
  test("returns the recorded people map", { timeout: 60_000 }, async () => {
    expect(await runOnce(loadPeopleNet)).toMatchInlineSnapshot(`"f3869652a3f47db8"`);
  });

  test("returns the recorded face detections", { timeout: 60_000 }, async () => {
    expect(await runOnce(loadFaceNet)).toMatchInlineSnapshot(`"59c64992f00ebc8d"`);
  });

  test("returns the recorded landmarks", { timeout: 60_000 }, async () => {
    expect(await runOnce(loadLandmarkNet)).toMatchInlineSnapshot(`"0d3c5a773df77691"`);
  });

  test("returns the recorded pose", { timeout: 60_000 }, async () => {
    const pose = await (await loadPoseNet())(pattern(poseSide));
    expect(pose && checksum(pose.mask, Float32Array.of(pose.presence, pose.nose.x, pose.top.y))).toMatchInlineSnapshot(
      `"e2d41754c19a6881"`,
    );
  });

  test("returns the recorded saliency map", { timeout: 60_000 }, async () => {
    const map = await (await loadSaliencyNet())(pattern(saliencySide));
    expect(map && checksum(map)).toMatchInlineSnapshot(`"e457151a34b6e08c"`);
  });
});
