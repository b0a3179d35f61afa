import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type CloudinaryPhotoHost,
  createCloudinaryPhotoHost,
} from "../../../app/adapters/hosted/cloudinary/cloudinary-photo-host.server.ts";
import type { StoredPicture } from "../../../app/photos/photo-host.ts";
import { type CloudinaryServer, startCloudinaryServer } from "../../servers/cloudinary/cloudinary-server.ts";
import type { Misbehaviour } from "../../servers/misbehave.ts";
import { photoHostContract } from "./photo-host-contract.ts";
import { readCloudinaryUrl } from "../../../app/adapters/hosted/cloudinary/cloudinary-account.server.ts";

// The SDK reads CLOUDINARY_URL on import. It names another account here, so a call that used it would fail.
vi.hoisted(() => {
  process.env.CLOUDINARY_URL =
    "cloudinary://9:other@other/cdn.invalid?oauth_token=leak&upload_prefix=https://api.invalid";
});

let server: CloudinaryServer;
let host: CloudinaryPhotoHost;

beforeAll(async () => {
  server = await startCloudinaryServer();
  host = createCloudinaryPhotoHost({ cloudinaryUrl: server.cloudinaryUrl });
});
afterAll(async () => {
  await host.close();
  await server.close();
});

photoHostContract("Cloudinary", () => host);

/** An account for tests only: their pictures stay in its folder. */
const realAccount = process.env["TEST_CLOUDINARY_URL"];
let real: CloudinaryPhotoHost;
beforeAll(() => {
  if (realAccount) real = createCloudinaryPhotoHost({ cloudinaryUrl: realAccount });
});
afterAll(() => real?.close());

photoHostContract("Cloudinary itself", () => real, realAccount ? undefined : "TEST_CLOUDINARY_URL");

describe("the Cloudinary photo host", () => {
  let own: CloudinaryServer;
  let patient: CloudinaryPhotoHost;
  /** For calls without a response. */
  let impatient: CloudinaryPhotoHost;
  let picture: StoredPicture;

  beforeEach(async () => {
    own = await startCloudinaryServer();
    const hostWith = (timeoutMs: number) =>
      createCloudinaryPhotoHost({
        cloudinaryUrl: own.cloudinaryUrl,
        timeoutMs,
        uploadTimeoutMs: timeoutMs,
        maxBytes: 1_000_000,
      });
    patient = hostWith(20_000);
    impatient = hostWith(300);
    picture = await jpeg();
  });
  afterEach(async () => {
    await Promise.all([patient.close(), impatient.close()]);
    await own.close();
  });

  test("stores pictures as authenticated, signed assets in its folder, replacing and uncached", async () => {
    const id = randomUUID();
    await patient.put(`${id}/my.photo.jpg`, picture);
    expect(own.requests).toMatchObject([
      {
        kind: "upload",
        path: "/v1_1/demo/image/upload",
        fileBytes: picture.bytes.length,
        parameters: {
          public_id: `photogem/${id}/my~photo~jpg`,
          type: "authenticated",
          overwrite: "1",
          invalidate: "1",
          signature: "<secret>",
        },
      },
    ]);
    expect(own.requests[0]?.headers.authorization).toBeUndefined();
    expect([...own.store.assets.keys()]).toEqual([`authenticated/photogem/${id}/my~photo~jpg`]);
  });

  test("separates the parts of an upload by a long boundary, which no photo contains", async () => {
    await patient.put(newId(), picture);
    expect(own.requests[0]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=[\da-f]{32}$/);
  });

  test("requests fixed widths only, never enlarged, and the untouched original", async () => {
    const publicId = newId();
    await patient.put(publicId, picture);
    await patient.derive(publicId, 640, "avif");
    await patient.derive(publicId, 320, "jpeg");
    await patient.read(publicId);
    const asked = own.requests.slice(1).map(({ path }) => path.split("/").at(5));
    expect(asked).toEqual([
      "c_limit,f_avif,fl_strip_profile,q_auto,w_640",
      "b_white,c_limit,f_jpg,fl_strip_profile,q_auto,w_320",
      "fl_original",
    ]);
  });

  test("reads the current file whatever the CDN has cached", async () => {
    const publicId = newId();
    expect(await patient.read(publicId)).toBeNull();
    await patient.put(publicId, picture);
    expect(await patient.read(publicId)).toEqual(picture);
    const other = await jpeg("#f00");
    await patient.put(publicId, other);
    expect(await patient.read(publicId)).toEqual(other);
  });

  test("requests a copy once for several readers at the same time", async () => {
    const publicId = newId();
    await patient.put(publicId, picture);
    await Promise.all(Array.from({ length: 10 }, () => patient.derive(publicId, 320, "webp")));
    expect(own.requests.filter(({ kind }) => kind === "delivery")).toHaveLength(1);
  });

  test("waits for a copy that Cloudinary is still making", async () => {
    const patient = createCloudinaryPhotoHost({ cloudinaryUrl: own.cloudinaryUrl });
    const publicId = newId();
    await patient.put(publicId, picture);
    own.fail("delivery", { how: "refuse", status: 423 }, 2);
    expect(await patient.derive(publicId, 320, "webp")).not.toBeNull();
    own.fail("delivery", { how: "refuse", status: 423 });
    await expect(patient.derive(publicId, 640, "webp")).rejects.toMatchObject({ code: "EBUSY", status: 423 });
    await patient.close();
  });

  test("reports an existing target and a missing source of a rename", async () => {
    const [from, taken] = [newId(), newId()];
    await patient.put(from, picture);
    await patient.put(taken, picture);
    await expect(patient.rename(from, taken)).rejects.toMatchObject({ code: "EEXIST", name: "CloudinaryError" });
    await expect(patient.rename(newId(), newId())).rejects.toMatchObject({ code: "ENOENT" });
    expect(own.requests.find(({ kind }) => kind === "rename")?.parameters).toMatchObject({
      overwrite: "false",
      invalidate: "true",
      type: "authenticated",
    });
  });

  test("completes a rename whose response was lost", async () => {
    const [from, to] = [newId(), newId()];
    await patient.put(from, picture);
    own.loseAnswer("rename", 1);
    await expect(patient.rename(from, to)).rejects.toMatchObject({ code: "EIO" });
    await patient.rename(from, to);
    expect(await patient.read(to)).toEqual(picture);
  });

  const failures: [string, Misbehaviour, { code: string; status?: number }][] = [
    [
      "refuses the signature",
      { how: "refuse", status: 401, body: signatureRefusal() },
      { code: "EACCES", status: 401 },
    ],
    ["wants fewer requests", { how: "refuse", status: 420, body: message("Rate Limit Exceeded") }, { code: "EBUSY" }],
    ["wants fewer requests", { how: "refuse", status: 429, body: message("Rate Limit Exceeded") }, { code: "EBUSY" }],
    ["finds the clock wrong", { how: "refuse", status: 400, body: message("Stale request - …") }, { code: "EIO" }],
    ["is broken", { how: "refuse", status: 500, body: message("General Error") }, { code: "EIO", status: 500 }],
    ["answers nothing that is an error", { how: "refuse", status: 500, body: "{}" }, { code: "EIO" }],
    ["is down", { how: "refuse", status: 503, body: "<html>" }, { code: "EIO", status: 503 }],
    ["stays silent", { how: "stay silent" }, { code: "ETIMEDOUT" }],
    ["answers for ever", { how: "drip" }, { code: "ETIMEDOUT" }],
    ["hangs up", { how: "hang up" }, { code: "EIO" }],
    ["is not Cloudinary", { how: "answer nonsense" }, { code: "EIO" }],
    ["sends us elsewhere", { how: "redirect", location: "http://127.0.0.1:9/" }, { code: "EIO" }],
  ];

  test.for(failures)("fails with its own error without secrets when Cloudinary %s (%o)", async ([, how, expected]) => {
    const publicId = newId("a-member-s-name");
    await patient.put(publicId, picture);
    for (const kind of ["upload", "destroy", "rename", "delivery"] as const) own.fail(kind, how);
    const failing = expected.code === "ETIMEDOUT" ? impatient : patient;
    const calls = [
      failing.put(newId(), picture),
      failing.delete(publicId),
      failing.rename(publicId, newId()),
      failing.read(publicId),
      failing.derive(publicId, 320, "webp"),
    ];
    for (const result of await Promise.allSettled(calls)) {
      if (result.status === "fulfilled") throw new Error("It did not fail.");
      expect(result.reason).toBeInstanceOf(Error);
      expect(result.reason).toMatchObject({ name: "CloudinaryError", ...expected });
      expect(`${result.reason.stack} ${JSON.stringify(result.reason)}`).not.toMatch(
        /the-secret|123456789012345|a-member|s--|abcdef/,
      );
    }
  });

  test("aborts a call after its timeout", async () => {
    own.fail("upload", { how: "drip" });
    await expect(impatient.put(newId(), picture)).rejects.toMatchObject({ code: "ETIMEDOUT" });
    await vi.waitFor(async () => expect(await own.connections()).toBe(0));
  });

  test("stops reading after the size limit, for the original and for a copy", async () => {
    own.fail("delivery", { how: "never end" });
    await expect(patient.read(newId())).rejects.toMatchObject({ code: "EFBIG" });
    await expect(patient.derive(newId(), 320, "webp")).rejects.toMatchObject({ code: "EFBIG" });
    await vi.waitFor(async () => expect(await own.connections()).toBe(0));
  });

  test("ends a call whose answer never ends", async () => {
    const publicId = newId();
    await patient.put(publicId, picture);
    for (const kind of ["upload", "destroy", "rename"] as const) own.fail(kind, { how: "never end" });
    const calls = [impatient.put(newId(), picture), impatient.delete(publicId), impatient.rename(publicId, newId())];
    for (const call of calls) await expect(call).rejects.toMatchObject({ name: "CloudinaryError" });
    await vi.waitFor(async () => expect(await own.connections()).toBe(0));
  });

  test.for([301, 302, 303, 307, 308])("follows no redirect by HTTP %i", async (status) => {
    const elsewhere = await startCloudinaryServer();
    const publicId = newId();
    await patient.put(publicId, picture);
    const headers = { Location: `${elsewhere.origin}/latest/meta-data/` };
    for (const kind of ["upload", "destroy", "rename", "delivery"] as const)
      own.fail(kind, { how: "refuse", status, headers });
    const calls = [
      patient.put(newId(), picture),
      patient.delete(publicId),
      patient.rename(publicId, newId()),
      patient.read(publicId),
      patient.derive(publicId, 320, "webp"),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({ name: "CloudinaryError", code: "EIO" });
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
  });

  test.for([
    ["a web page", "<!doctype html><script>alert(1)</script>"],
    ["a drawing that can hold scripts", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ["an animation", "GIF89a\u0001\u0000\u0001\u0000"],
    ["nothing", ""],
  ])("refuses %s as a picture, whatever its type says", async ([, body]) => {
    const publicId = newId();
    await patient.put(publicId, picture);
    const headers = { "Content-Type": "image/jpeg" };
    own.fail("delivery", { how: "refuse", status: 200, body: body ?? "", headers });
    await expect(patient.read(publicId)).rejects.toMatchObject({ code: "EIO" });
    await expect(patient.derive(publicId, 320, "jpeg")).rejects.toMatchObject({ code: "EIO" });
  });

  test("reports a file that is too large for the account", async () => {
    own.fail("upload", {
      how: "refuse",
      status: 400,
      body: message("File size too large. Got 11000000. Maximum is 10485760."),
    });
    await expect(patient.put(newId(), picture)).rejects.toMatchObject({
      code: "EFBIG",
      message: "Cloudinary upload: File size too large (HTTP 400)",
    });
  });

  test("refuses a copy in another format", async () => {
    const publicId = newId();
    await patient.put(publicId, picture);
    own.fail("delivery", { how: "refuse", status: 200, body: "\x89PNG but not really" });
    await expect(patient.derive(publicId, 320, "webp")).rejects.toMatchObject({ code: "EIO" });
  });

  test("fails with an error when Cloudinary is unreachable", async () => {
    const closed = await startCloudinaryServer();
    await closed.close();
    const gone = createCloudinaryPhotoHost({ cloudinaryUrl: closed.cloudinaryUrl });
    await expect(gone.put(newId(), picture)).rejects.toMatchObject({
      code: "EIO",
      message: expect.stringContaining("ECONNREFUSED"),
    });
    await expect(gone.read(newId())).rejects.toMatchObject({
      code: "EIO",
      message: expect.stringContaining("ECONNREFUSED"),
    });
  });

  test("aborts pending calls when it closes and refuses new ones", async () => {
    own.fail("upload", { how: "stay silent" });
    const closing = createCloudinaryPhotoHost({ cloudinaryUrl: own.cloudinaryUrl });
    const upload = closing.put(newId(), picture);
    await vi.waitFor(() => expect(own.requests).toHaveLength(1));
    await closing.close();
    await expect(upload).rejects.toMatchObject({ code: "ECANCELED" });
    await expect(closing.read(newId())).rejects.toMatchObject({ code: "ECANCELED" });
  });

  test("separates two accounts in one process", async () => {
    const elsewhere = await startCloudinaryServer({ cloudName: "elsewhere", apiKey: "2", apiSecret: "another" });
    const other = createCloudinaryPhotoHost({ cloudinaryUrl: elsewhere.cloudinaryUrl });
    const publicId = newId();
    await Promise.all([patient.put(publicId, picture), other.put(publicId, await jpeg("#f00"))]);
    expect(await patient.read(publicId)).toEqual(picture);
    expect(await other.read(publicId)).not.toEqual(picture);
    await elsewhere.close();
  });
});

const newId = (name = "picture") => `${randomUUID()}/${name}`;
const message = (text: string) => JSON.stringify({ error: { message: text } });

/** Repeats the signature and the signed text, as Cloudinary does. */
function signatureRefusal() {
  return message("Invalid Signature abcdef. String to sign - 'public_id=photogem/a-member-s-name&timestamp=1'.");
}

async function jpeg(background = "#123"): Promise<StoredPicture> {
  const picture = sharp({ create: { width: 640, height: 480, channels: 3, background } });
  return { bytes: new Uint8Array(await picture.jpeg().toBuffer()), mimeType: "image/jpeg" };
}

test("accepts an account URL as Cloudinary's console shows it", () => {
  expect(readCloudinaryUrl("cloudinary://123:se-cret_@my-cloud")).toEqual({
    cloud_name: "my-cloud",
    api_key: "123",
    api_secret: "se-cret_",
    upload_prefix: "https://api.cloudinary.com",
    signature_algorithm: "sha1",
    secure: true,
    private_cdn: false,
  });
});

test("accepts a delivery host and a data centre, as the SDK does", () => {
  const account = readCloudinaryUrl(
    "cloudinary://1:2@cloud/pictures.example.com?upload_prefix=https://api-eu.cloudinary.com/",
  );
  expect(account).toMatchObject({
    private_cdn: true,
    secure_distribution: "pictures.example.com",
    upload_prefix: "https://api-eu.cloudinary.com",
  });
});

test.for([
  ["not a URL", "my-secret"],
  ["another protocol", "https://123:my-secret@cloud"],
  ["no secret", "cloudinary://my-secret@cloud"],
  ["no cloud", "cloudinary://123:my-secret@"],
  ["an unknown setting", "cloudinary://123:my-secret@cloud?oauth_token=my-secret"],
  ["a prefix that is no address", "cloudinary://123:my-secret@cloud?upload_prefix=my-secret"],
])("refuses %s without repeating it", ([, url = ""]) => {
  expect(() => readCloudinaryUrl(url)).toThrow(/^CLOUDINARY_URL/);
  expect(() => readCloudinaryUrl(url)).not.toThrow(/my-secret/);
});
