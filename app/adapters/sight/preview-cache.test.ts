import { expect, test } from "vitest";
import { createPreviewCache } from "./preview-cache.ts";

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
