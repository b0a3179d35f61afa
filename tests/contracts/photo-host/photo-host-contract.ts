import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { PhotoHost, StoredPicture } from "../../../app/photos/photo-host.ts";
import { pictureWidths } from "../../../app/photos/picture.ts";

/** The contract of a photo host. `host` returns the one under test; `needs` names the missing variables. */
export function photoHostContract(name: string, host: () => PhotoHost, needs?: string): void {
  describe.skipIf(needs)(`${name} as a photo host`, { meta: { skipped: `set ${needs}` } }, () => {
    test("returns the stored bytes and their type", async () => {
      const [publicId, picture] = [newId(), await plain("png")];
      await host().put(publicId, picture);
      expect(await host().read(publicId)).toEqual(picture);
    });

    test("distinguishes JPEG and PNG by content, whatever the name says", async () => {
      const [publicId, picture] = [newId("called.jpg"), await plain("png")];
      await host().put(publicId, picture);
      expect((await host().read(publicId))?.mimeType).toBe("image/png");
    });

    test("returns null for an unknown picture", async () => {
      expect(await host().read(newId())).toBeNull();
      expect(await host().derive(newId(), 320, "webp")).toBeNull();
    });

    test.for(["avif", "webp", "jpeg"] as const)("derives a copy of the requested width as %s", async (format) => {
      const publicId = newId();
      await host().put(publicId, await plain("jpeg", 800, 400));
      const copy = await derived(host(), publicId, 320, format);
      expect(copy.mimeType).toBe(`image/${format}`);
      expect(await sharp(copy.bytes).metadata()).toMatchObject({
        mediaType: `image/${format}`,
        width: 320,
        height: 160,
        hasProfile: false,
      });
    });

    test("never enlarges a copy", async () => {
      const publicId = newId();
      await host().put(publicId, await plain("jpeg", 400, 200));
      for (const width of pictureWidths) {
        const copy = await derived(host(), publicId, width, "webp");
        expect((await sharp(copy.bytes).metadata()).width).toBe(Math.min(400, width));
      }
    });

    test.for(["avif", "webp"] as const)("preserves transparency in a %s copy", async (format) => {
      const publicId = newId();
      await host().put(publicId, await transparent());
      const copy = await derived(host(), publicId, 320, format);
      const { data } = await sharp(copy.bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      expect(data[3]).toBe(0);
    });

    test("puts white behind transparency in a JPEG copy", async () => {
      const publicId = newId();
      await host().put(publicId, await transparent());
      const copy = await derived(host(), publicId, 320, "jpeg");
      expect([...(await sharp(copy.bytes).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255]);
    });

    test("leaves no metadata in a copy", async () => {
      const publicId = newId();
      const tagged = sharp({ create: { width: 400, height: 300, channels: 3, background: "#456" } })
        .withExif({ IFD0: { Copyright: "someone" } })
        .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>")
        .jpeg();
      await host().put(publicId, { bytes: new Uint8Array(await tagged.toBuffer()), mimeType: "image/jpeg" });
      const metadata = await sharp((await derived(host(), publicId, 320, "jpeg")).bytes).metadata();
      expect(metadata.exif ?? metadata.xmp).toBeUndefined();
    });

    test("returns the same copy again", async () => {
      const publicId = newId();
      await host().put(publicId, await plain("jpeg"));
      const first = await derived(host(), publicId, 320, "webp");
      expect(await host().derive(publicId, 320, "webp")).toEqual(first);
    });

    test("replaces a picture and its copies", async () => {
      const publicId = newId();
      await host().put(publicId, await plain("jpeg", 400, 400));
      await host().derive(publicId, 320, "webp");
      await host().put(publicId, await plain("jpeg", 800, 400));
      expect(await sharp((await host().read(publicId))?.bytes).metadata()).toMatchObject({ width: 800 });
      const copy = await derived(host(), publicId, 320, "webp");
      expect(await sharp(copy.bytes).metadata()).toMatchObject({ width: 320, height: 160 });
    });

    test("moves a picture to its new id and derives copies there", async () => {
      const [publicId, picture] = [newId(), await plain("jpeg")];
      const newPublicId = publicId.replace(/[^/]+$/, "renamed");
      await host().put(publicId, picture);
      await host().derive(publicId, 320, "webp");
      await host().rename(publicId, newPublicId);
      expect(await host().read(newPublicId)).toEqual(picture);
      expect(await host().derive(newPublicId, 320, "webp")).not.toBeNull();
      expect(await host().read(publicId)).toBeNull();
      expect(await host().derive(publicId, 320, "webp")).toBeNull();
    });

    test("does not move a picture to its own id", async () => {
      const [publicId, picture] = [newId(), await plain("jpeg")];
      await host().put(publicId, picture);
      await host().rename(publicId, publicId);
      expect(await host().read(publicId)).toEqual(picture);
    });

    test("refuses to move a picture over another", async () => {
      const [publicId, taken, picture] = [newId(), newId(), await plain("jpeg")];
      await host().put(publicId, await plain("png"));
      await host().put(taken, picture);
      await expect(host().rename(publicId, taken)).rejects.toMatchObject({ code: "EEXIST" });
      expect(await host().read(taken)).toEqual(picture);
      expect(await host().read(publicId)).not.toBeNull();
    });

    test("fails to move a missing picture", async () => {
      await expect(host().rename(newId(), newId())).rejects.toMatchObject({ code: "ENOENT" });
    });

    test("deletes a picture with its copies, and a second deletion is no error", async () => {
      const publicId = newId();
      await host().put(publicId, await plain("jpeg"));
      await host().derive(publicId, 320, "webp");
      await host().delete(publicId);
      await host().delete(publicId);
      expect(await host().read(publicId)).toBeNull();
      expect(await host().derive(publicId, 320, "webp")).toBeNull();
    });

    test("deletes one picture of a photo and preserves the others", async () => {
      const id = randomUUID();
      await host().put(`${id}/original`, await plain("jpeg"));
      await host().put(`${id}/enhanced`, await plain("jpeg"));
      await host().delete(`${id}/original`);
      expect(await host().read(`${id}/enhanced`)).not.toBeNull();
    });

    test.for([
      "../../etc/passwd",
      `${randomUUID()}/../secret`,
      `${randomUUID()}/..`,
      `${randomUUID()}/.hidden`,
      `${randomUUID()}/a/b`,
      `${randomUUID()}/a\\b`,
      `${randomUUID()}/a\0b`,
      `${randomUUID()}/a b`,
      `${randomUUID()}/`,
      `${randomUUID()}/a\n`,
      `${randomUUID()}/${"a".repeat(101)}`,
      `/${randomUUID()}/a`,
      "not-a-uuid/a",
      "",
    ])("refuses the hostile id %j in every method", async (hostile) => {
      const picture = await plain("jpeg");
      await expect(host().put(hostile, picture)).rejects.toThrow("Not a public id");
      await expect(host().read(hostile)).rejects.toThrow("Not a public id");
      await expect(host().derive(hostile, 320, "webp")).rejects.toThrow("Not a public id");
      await expect(host().delete(hostile)).rejects.toThrow("Not a public id");
      await expect(host().rename(hostile, newId())).rejects.toThrow("Not a public id");
      const publicId = newId();
      await host().put(publicId, picture);
      await expect(host().rename(publicId, hostile)).rejects.toThrow("Not a public id");
    });
  });
}

const newId = (name = "picture.jpg") => `${randomUUID()}/${name}`;

async function derived(...[host, ...asked]: [PhotoHost, ...Parameters<PhotoHost["derive"]>]): Promise<StoredPicture> {
  const copy = await host.derive(...asked);
  if (!copy) throw new Error("There is no copy.");
  return copy;
}

async function plain(format: "jpeg" | "png", width = 640, height = 480): Promise<StoredPicture> {
  const picture = sharp({ create: { width, height, channels: 3, background: "#4a7" } });
  return { bytes: new Uint8Array(await picture.toFormat(format).toBuffer()), mimeType: `image/${format}` };
}

async function transparent(): Promise<StoredPicture> {
  const picture = sharp({ create: { width: 400, height: 300, channels: 4, background: "#0000" } });
  return { bytes: new Uint8Array(await picture.png().toBuffer()), mimeType: "image/png" };
}
