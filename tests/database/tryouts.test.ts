import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { CompiledQuery } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createDiskPhotoHost,
  type DiskPhotoHost,
} from "../../app/adapters/embedded/photo-host/disk-photo-host.server.ts";
import { receiveTryout } from "../../app/marketing/try/receive-tryout.server.ts";
import {
  adoptTryout,
  chooseForTryout,
  claimTryout,
  deleteTryout,
  findTryout,
  storeTryout,
  sweepTryouts,
} from "../../app/marketing/try/tryouts.server.ts";
import { sweepRemovals } from "../../app/photos/storing/picture-removals.server.ts";
import type { PhotoParts } from "../../app/photos/photo-parts.ts";
import { type RateLimitName, rateLimits } from "../../app/server/http/limits/limits.ts";
import { createRateLimiter } from "../../app/server/http/limits/rate-limiter.server.ts";
import { pglite, type OpenEngine } from "./engines.ts";
import { newMember } from "./members.ts";

let open: OpenEngine;
let directory: string;
let photoHost: DiskPhotoHost;
beforeAll(async () => {
  open = await pglite.open();
  directory = await mkdtemp(join(tmpdir(), "tryouts-"));
  photoHost = createDiskPhotoHost({ directory, log });
});
afterAll(async () => {
  await photoHost.close();
  await open.close();
  await rm(directory, { recursive: true });
});

const log = pino({ level: "silent" });
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const parts = () => ({ database: open.database, photoHost, log });

const inspected = {
  bytes: new Uint8Array([0xff, 0xd8, 0xff, 0xd9]),
  mimeType: "image/jpeg",
  width: 1600,
  height: 1200,
  placeholder: "data:image/webp;base64,AAAA",
} as const;

const tried = () => storeTryout(parts(), { ...inspected, advice: [], fileName: "../../etc/Lagos.jpg" });

const drafts = (memberId: string) =>
  open.kysely
    .selectFrom("drafts")
    .select(["id", "tool", "photo_id", "answers"])
    .where("user_id", "=", memberId)
    .execute();

/** Sets a try-out's expiry one minute into the past. */
async function expire(id: string) {
  await open.kysely
    .updateTable("tryouts")
    .set({ expires_at: minutesFromNow(-1) })
    .where("id", "=", id)
    .execute();
}

test("opens a photo by its token alone, and stores the token as a hash", async () => {
  const { token, tryout } = await tried();
  expect(await findTryout(open.database, token)).toMatchObject({ id: tryout.id, width: 1600, height: 1200 });
  expect(await findTryout(open.database, tryout.id)).toBeNull();
  expect(await findTryout(open.database, `${token.slice(1)}A`)).toBeNull();
  const row = await open.kysely.selectFrom("tryouts").selectAll().where("id", "=", tryout.id).executeTakeFirst();
  expect(JSON.stringify(row)).not.toContain(token);
  expect(row?.public_id).toBe(`${tryout.id}/Lagos`);
});

test("deletes photo and row after the hour, whether or not an account claims it and is never confirmed", async () => {
  const [plain, claimed] = [await tried(), await tried()];
  expect(await claimTryout(open.database, claimed.token, randomUUID())).toBe(true);
  const sweep = async (minutes: number) => {
    await sweepRemovals(parts(), minutesFromNow(minutes));
    await sweepTryouts(open.database, minutesFromNow(minutes));
  };
  const left = async () => [await photoHost.read(plain.tryout.publicId), await photoHost.read(claimed.tryout.publicId)];
  await sweep(53);
  expect(await findTryout(open.database, plain.token)).not.toBeNull();
  await sweep(61);
  expect(await left()).toEqual([null, expect.anything()]);
  expect(await findTryout(open.database, plain.token)).toBeNull();
  expect(await findTryout(open.database, claimed.token)).not.toBeNull();
  await sweep(121);
  expect(await left()).toEqual([null, null]);
  expect(await findTryout(open.database, claimed.token)).toBeNull();
});

test("makes it the draft of the account that claimed it, with its choice, once", async () => {
  const [memberId, stranger] = [await newMember(open.kysely), await newMember(open.kysely)];
  const { token, tryout } = await tried();
  await chooseForTryout(open.database, token, "backdrop-white");
  await chooseForTryout(open.database, token, "scene-home-library");
  await claimTryout(open.database, token, memberId);
  expect(await adoptTryout(open.database, stranger, null)).toBeNull();
  const [first, second] = await Promise.all([
    adoptTryout(open.database, memberId, null),
    adoptTryout(open.database, memberId, null),
  ]);
  expect(first?.path).toMatch(/^\/background-engine\?draft=.*&step=settings$/);
  expect(second).toEqual(first);
  expect(await drafts(memberId)).toEqual([
    expect.objectContaining({
      tool: "background-engine",
      photo_id: tryout.id,
      answers: expect.objectContaining({ mode: "replace", replacement: "studio-backdrop", backdrop: "white" }),
    }),
  ]);
  // The token is invalid afterwards, and the photo stays.
  expect(await adoptTryout(open.database, stranger, token)).toBeNull();
  expect(await findTryout(open.database, token)).toBeNull();
  expect(await deleteTryout(parts(), token)).toBeNull();
  await sweepRemovals(parts(), minutesFromNow(121));
  expect(await photoHost.read(tryout.publicId)).not.toBeNull();
  expect(await drafts(stranger)).toEqual([]);
});

test("lets one of two members with the same token adopt it", async () => {
  const members = [await newMember(open.kysely), await newMember(open.kysely)];
  const { token } = await tried();
  const adopted = await Promise.all(members.map((memberId) => adoptTryout(open.database, memberId, token)));
  expect(adopted.filter(Boolean)).toHaveLength(1);
});

test("neither claims nor adopts an expired photo", async () => {
  const memberId = await newMember(open.kysely);
  const { token, tryout } = await tried();
  await expire(tryout.id);
  expect(await claimTryout(open.database, token, memberId)).toBe(false);
  expect(await adoptTryout(open.database, memberId, token)).toBeNull();
  expect(await drafts(memberId)).toEqual([]);
});

test("deletes at once on request, but not by another photo once an account waits for it", async () => {
  const [one, other] = [await tried(), await tried()];
  expect(await deleteTryout(parts(), one.token)).toBe(one.tryout.id);
  expect(await photoHost.read(one.tryout.publicId)).toBeNull();
  await claimTryout(open.database, other.token, randomUUID());
  expect(await deleteTryout(parts(), other.token, { unlessClaimed: true })).toBeNull();
  expect(await photoHost.read(other.tryout.publicId)).not.toBeNull();
});

describe("the limits of visitors' photos", () => {
  /** Limits that no other test uses. */
  const limits = (secret: string) =>
    createRateLimiter((text, values) => open.kysely.executeQuery(CompiledQuery.raw(text, values)), secret);

  /** Sends a photo from an address. Returns 200 if it is stored, otherwise the refusal's status. */
  async function send(secret: string, address: string, { broken = false } = {}): Promise<number> {
    const body = new FormData();
    body.append("image", new File([inspected.bytes], "photo.jpg", { type: "image/jpeg" }));
    const request = new Request("http://localhost/try", { method: "POST", body });
    const photoInspection: PhotoParts["photoInspection"] = {
      inspect: async () =>
        broken ? { ok: false, problem: "broken" } : { ok: true, photo: { ...inspected, advice: [] } },
      adjust: async () => ({ ok: false, problem: "broken" }),
      copy: async (task) => task.bytes.slice(),
      close: async () => {},
    };
    const arrival = { request, address, rateLimiter: limits(secret) };
    const received = await receiveTryout({ ...parts(), photoInspection }, arrival);
    return "token" in received ? 200 : received.status;
  }

  async function use(secret: string, name: RateLimitName, times: number) {
    for (let time = 0; time < times; time += 1) await limits(secret).take({ [name]: "all" });
  }

  test("count no photo that is refused against what all networks share", async () => {
    const secret = "nonsense from many networks";
    await use(secret, "tryoutsInAll", rateLimits.tryoutsInAll.times - 1);
    for (const network of [1, 2, 3]) expect(await send(secret, `198.51.${network}.7`, { broken: true })).toBe(422);
    expect(await send(secret, "203.0.113.7")).toBe(200);
    expect(await send(secret, "192.0.2.7")).toBe(429);
  });

  test("leave a share of the hour's photos to networks that have sent few", async () => {
    const secret = "floods from a few networks";
    await use(secret, "furtherTryoutsInAll", rateLimits.furtherTryoutsInAll.times);
    const { times } = rateLimits.firstTryoutsOfNetwork;
    const answers: number[] = [];
    for (let photo = 0; photo <= times; photo += 1) answers.push(await send(secret, "203.0.113.7"));
    expect(answers).toEqual([...Array.from({ length: times }, () => 200), 429]);
    expect(await send(secret, "192.0.2.7")).toBe(200);
  });
});
