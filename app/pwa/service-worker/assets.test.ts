import { afterEach, expect, test, vi } from "vitest";
import { offlineFormsCache } from "../offline-forms/send-offline-forms.ts";
import { sharedPhotoCache } from "../shared-photo.ts";
import { privatePrefix } from "../worker-messages.ts";
import { fakeCaches } from "../../../tests/fixtures/fake-caches.ts";

afterEach(() => void vi.unstubAllGlobals());

test("removes only outdated build files when a new version activates", async () => {
  const caches = fakeCaches();
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("self", { __WB_MANIFEST: [] });
  const kept = [offlineFormsCache, sharedPhotoCache, `${privatePrefix}ada`];
  for (const name of [...kept, "assets-of-an-earlier-scheme"]) await caches.open(name);
  const { removeOldFiles } = await import("./assets.ts");
  await removeOldFiles();
  expect((await caches.keys()).sort()).toEqual(["assets", ...kept].sort());
});
