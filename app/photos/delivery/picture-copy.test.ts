import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { digitalSourceXmp } from "../../transformations/digital-source.ts";
import { copyLimitBytes, copyPicture, profileFrame } from "./picture-copy.server.ts";

const noise = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#777", noise: { type: "gaussian", sigma: 60 } } });

describe("a copy for chats", () => {
  test("takes at most 300 kB, even of noise, and keeps the shape", async () => {
    const copy = await copyPicture({ bytes: await noise(960, 720).png().toBuffer(), size: "chat", face: null });
    expect(copy.byteLength).toBeLessThanOrEqual(copyLimitBytes);
    const { format, width, height } = await sharp(copy).metadata();
    expect([format, width / height]).toEqual(["jpeg", 4 / 3]);
  });

  test("lies on white and still says that an AI made it", async () => {
    const transparent = sharp({ create: { width: 200, height: 100, channels: 4, background: "#0000" } });
    const bytes = await transparent.png().withXmp(digitalSourceXmp("trainedAlgorithmicMedia")).toBuffer();
    const copy = await copyPicture({ bytes, size: "chat", face: null });
    const { xmp, width, height } = await sharp(copy).metadata();
    expect(xmp?.toString()).toContain("digitalsourcetype/trainedAlgorithmicMedia");
    expect([width, height]).toEqual([200, 100]);
    expect([...(await sharp(copy).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255]);
  });
});

describe("a profile picture", () => {
  const photo = { width: 1000, height: 1600 };

  test("frames the face within the picture", () => {
    const { left, top, width, height } = profileFrame(photo, { x: 0.6, y: 0.3, size: 0.22 });
    expect(width).toBe(height);
    expect([left <= 490, left + width >= 710, top <= 370, top + height >= 590]).toEqual([true, true, true, true]);
    const corner = profileFrame(photo, { x: 0.99, y: 0.01, size: 0.1 });
    expect([corner.left + corner.width, corner.top]).toEqual([1000, 0]);
  });

  test("without a face is the upper middle, and a square of any picture", async () => {
    expect(profileFrame(photo, null)).toEqual({ left: 0, top: 150, width: 1000, height: 1000 });
    const copy = await copyPicture({ bytes: await noise(300, 90).jpeg().toBuffer(), size: "profile", face: null });
    expect(await sharp(copy).metadata()).toMatchObject({ width: 90, height: 90, format: "jpeg" });
  });
});
