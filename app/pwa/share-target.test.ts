import { beforeEach, describe, expect, test, vi } from "vitest";
import type { MiddlewareFunction } from "react-router";
import { forgetOldSharedPhoto, sharedPhotoFor, sharedPhotosFor, storeSharedPhotos } from "./shared-photo.ts";
import { fakeCaches } from "../../tests/fixtures/fake-caches.ts";
import { applyResponse, currentGeneration } from "./service-worker/member-caches.ts";
import { isShare, takeShare } from "./service-worker/share-target.ts";
import { refuseCrossSiteShares } from "./refuse-cross-site-shares.server.ts";
import { summarizeProblems } from "../tools/batch/upload-photos.server.ts";

describe("a photo shared with the installed app", () => {
  const ours = "https://photogem.example";
  beforeEach(() => {
    vi.stubGlobal("caches", fakeCaches());
    vi.stubGlobal("location", new URL(ours));
  });

  const jpeg = (name: string, bytes = 3) => new File([new Uint8Array(bytes)], name, { type: "image/jpeg" });

  async function share(...photos: (File | string)[]): Promise<string> {
    const form = new FormData();
    form.set("title", "From the gallery");
    for (const photo of photos) form.append("photo", photo);
    const answer = await takeShare(new Request(`${ours}/share-photo`, { method: "POST", body: form }));
    expect(answer.status).toBe(303);
    return (answer.headers.get("Location") ?? "").replace(ours, "");
  }

  test("stores a shared photo on the device in place of the previous one", async () => {
    await share(jpeg("old.jpg"), jpeg("older.jpg"));
    expect(await share(jpeg("one.jpg"))).toBe("/surprise-me?shared");
    expect(await sharedPhotosFor("ada")).toMatchObject([{ name: "one.jpg", type: "image/jpeg", size: 3 }]);
  });

  test("stores several shared photos for the batch page, and offers the first elsewhere", async () => {
    expect(await share(jpeg("one.jpg"), "a text", jpeg("two.jpg"), jpeg("three.jpg"))).toBe(
      "/surprise-me/batch?shared",
    );
    expect((await sharedPhotosFor("ada")).map(({ name }) => name)).toEqual(["one.jpg", "two.jpg", "three.jpg"]);
    expect(await sharedPhotoFor("ada")).toMatchObject({ name: "one.jpg" });
  });

  test("adds the extension of its type to a photo without one", async () => {
    await share(jpeg("1000012345"));
    expect(await sharedPhotoFor("ada")).toMatchObject({ name: "1000012345.jpeg" });
  });

  test.each([
    ["nothing", [], "empty"],
    ["a text", ["hello"], "empty"],
    ["an empty file", [jpeg("a.jpg", 0)], "empty"],
    ["more than 10 MB", [jpeg("a.jpg", 10 * 1024 * 1024 + 1)], "too-large"],
  ])("stores nothing of %s and tells the page why", async (_, photos, problem) => {
    expect(await share(...photos)).toBe(`/surprise-me?shared=${problem}`);
    expect(await sharedPhotoFor("ada")).toBeNull();
  });

  test("reports a device without free storage", async () => {
    vi.spyOn(caches, "open").mockRejectedValueOnce(new Error("quota"));
    expect(await share(jpeg("a.jpg"))).toBe("/surprise-me?shared=no-room");
  });

  test("reserves a member's shared photo for that member", async () => {
    const headers = new Headers({ "Content-Type": "text/html", "Photogem-Member": "ada" });
    await applyResponse({ status: 200, headers }, currentGeneration());
    await share(jpeg("a.jpg"));
    expect(await sharedPhotoFor("bayo")).toBeNull();
  });

  test.each([
    ["the device", {}, true],
    ["a page of ours", { referrer: `${ours}/dashboard` }, true],
    ["a page that says it is another's", { referrer: "https://elsewhere.example/" }, false],
    ["a script", { mode: "cors" }, false],
    ["another address", { url: `${ours}/share-photo/more` }, false],
    ["a link", { method: "GET" }, false],
  ])("accepts or refuses a share by its sender: %s", (_, given, taken) => {
    const request = {
      method: "POST",
      mode: "navigate",
      url: `${ours}/share-photo`,
      referrer: "about:client",
      ...given,
    };
    expect(isShare(request as Request)).toBe(taken);
  });
});

describe("the photo that waits on the device", () => {
  beforeEach(() => void vi.stubGlobal("caches", fakeCaches()));

  const file = new File(["photo"], "Ọjà ní Èkó.jpg", { type: "image/jpeg" });
  const noon = Date.parse("2026-11-21T12:00:00Z");
  const minutes = (count: number) => noon + count * 60_000;

  test("offers a photo shared before signing in to the first member who signs in", async () => {
    await storeSharedPhotos({ files: [file], member: null }, noon);
    for (const member of ["ada", "ada"]) {
      const photo = await sharedPhotoFor(member, minutes(59));
      expect(photo).toMatchObject({ name: file.name, type: "image/jpeg" });
      expect(await photo?.text()).toBe("photo");
    }
  });

  test("deletes a member's shared photo once another member asks for it", async () => {
    await storeSharedPhotos({ files: [file], member: "ada" }, noon);
    expect(await sharedPhotoFor("bayo", noon)).toBeNull();
    expect(await sharedPhotoFor("ada", noon)).toBeNull();
  });

  test.each([
    ["after an hour", minutes(60)],
    ["when the clock was set back", minutes(-1)],
  ])("deletes a shared photo %s", async (_, now) => {
    await storeSharedPhotos({ files: [file], member: "ada" }, noon);
    await forgetOldSharedPhoto(minutes(30));
    expect(await caches.keys()).toEqual(["shared-photo"]);
    await forgetOldSharedPhoto(now);
    expect(await caches.keys()).toEqual([]);
    expect(await sharedPhotoFor("ada", now)).toBeNull();
  });

  test("creates no cache when it looks for a photo", async () => {
    expect(await sharedPhotoFor("ada", noon)).toBeNull();
    await forgetOldSharedPhoto(noon);
    expect(await caches.keys()).toEqual([]);
  });
});

async function answerTo(address: string, site?: string): Promise<string> {
  const request = new Request(
    `https://photogem.example${address}`,
    site ? { headers: { "Sec-Fetch-Site": site } } : {},
  );
  type Given = Parameters<MiddlewareFunction<Response>>[0];
  try {
    await refuseCrossSiteShares({ request } as unknown as Given, async () => new Response());
    return "passes";
  } catch (thrown) {
    return (thrown as Response).headers.get("Location") ?? "";
  }
}

test.each(["cross-site", "same-site"])("ignores a shared photo when a tool's page was opened from %s", async (site) => {
  expect(await answerTo("/surprise-me?shared", site)).toBe("/surprise-me?shared=refused");
  expect(await answerTo("/surprise-me?draft=1&shared=", site)).toBe("/surprise-me?draft=1&shared=refused");
  expect(await answerTo("/surprise-me?shared=refused", site)).toBe("passes");
  expect(await answerTo("/surprise-me", site)).toBe("passes");
});

test.each(["none", "same-origin", undefined])(
  "accepts a shared photo when the page was opened by the device or by this site (%s)",
  async (site) => {
    expect(await answerTo("/surprise-me?shared", site)).toBe("passes");
  },
);

test("refuses a redirect to an address that begins with two slashes", async () => {
  expect(await answerTo("//evil.example?shared=1", "cross-site")).toBe("/");
});

test("lists up to five problems and counts the others", () => {
  expect(summarizeProblems([])).toBeNull();
  expect(summarizeProblems(["a.", "b."])).toBe("a. b.");
  expect(summarizeProblems(["a.", "b.", "c.", "d.", "e.", "f.", "g."])).toBe("a. b. c. d. e. And 2 more.");
});

test("fits the message into a cookie for long names in every script", () => {
  const long = `${"ก".repeat(120)}: could not be read.`;
  for (const problems of [Array.from({ length: 12 }, () => long), [long.repeat(10)]]) {
    const summary = summarizeProblems(problems) ?? "";
    expect(summary).not.toBe("");
    expect(encodeURIComponent(Buffer.from(summary).toString("base64")).length).toBeLessThan(3700);
  }
});
