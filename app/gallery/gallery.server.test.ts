import { expect, test } from "vitest";
import { galleryItem } from "./gallery-item.server.ts";
import { calendarOf } from "../ui/dates.ts";
import type { HistoryEntry } from "./gallery-query.server.ts";
import { galleryView } from "./gallery-page.server.ts";
import { filterOf, galleryAddress, maxSearchLength } from "./gallery-address.ts";
import { shortName } from "./dashboard/overview.server.ts";

const id = "0f8fad5b-d9cb-469f-a165-70867728950e";
const completed: HistoryEntry = {
  id,
  tool: "surprise-me",
  name: "Ọjà day: 1/2",
  status: "completed",
  progress: 100,
  gemsUsed: 1,
  failure: null,
  createdAt: new Date("2026-11-20T19:14:00Z"),
  originalDeletedAt: null,
  picture: null,
  result: { url: "/images/7c9e6679-7425-40de-944b-e07fc1f90ae7/full", mimeType: "image/jpeg" },
};
const calendar = calendarOf("Africa/Lagos", new Date("2026-11-21T12:00:00Z"));
const item = (change: Partial<HistoryEntry>) => galleryItem({ ...completed, ...change }, calendar);

test("offers a completed transformation for viewing and for download under a safe file name", () => {
  const { day, time, facts, remark, path, download } = item({});
  expect({ day, time, facts, remark, path }).toEqual({
    day: "Yesterday",
    time: "20:14",
    facts: "20 Nov, 20:14 · 1 gem",
    remark: null,
    path: `/surprise-me?job=${id}`,
  });
  const link = new URL(download ?? "", "http://localhost");
  expect(link.pathname).toBe("/api/download");
  expect(link.searchParams.get("url")).toBe(completed.result?.url);
  expect(link.searchParams.get("filename")).toMatch(/^Oja-day-1-2-gallery-download-\d{13}-[0-9a-f]{4}\.jpg$/);
});

test("explains a failed transformation and that its gem was returned", () => {
  const failed = item({ status: "failed", failure: "timeout", gemsUsed: 0, result: null });
  expect(failed.remark).toBe("It took too long and was stopped. Please try again. Your gem was returned.");
  expect(failed.facts).toContain("0 gems");
  expect(failed.download).toBeNull();
});

test("shows a transformation whose photo needed no change as uncharged, not as failed", () => {
  const fine = item({ status: "failed", failure: "no-gain", gemsUsed: 0, result: null });
  expect(fine.remark).toBe("This photo is already well lit. Nothing was charged.");
  expect(fine.neededNothing).toBe(true);
});

test("shows a cancelled transformation as cancelled, not as failed", () => {
  const cancelled = item({ status: "failed", failure: "cancelled", gemsUsed: 0, result: null });
  expect(cancelled.cancelled).toBe(true);
  expect(item({ status: "failed", failure: "timeout", gemsUsed: 0, result: null }).cancelled).toBe(false);
});

test("states when the expired photo of a failed transformation was deleted", () => {
  const originalDeletedAt = new Date("2026-12-20T10:00:00Z");
  expect(item({ status: "failed", failure: "timeout", gemsUsed: 0, originalDeletedAt }).remark).toMatch(
    / Your gem was returned\. Its photo was deleted on 20 Dec, as promised\.$/,
  );
});

test("claims no returned gem for a failed transformation whose gem is still held", () => {
  expect(item({ status: "failed", failure: "timeout", gemsUsed: 1 }).remark).not.toContain("returned");
});

test("states that a processing transformation holds its gem", () => {
  expect(item({ status: "processing", progress: 65, result: null })).toMatchObject({
    remark: "Your gem is held until it is done.",
    download: null,
  });
});

test("links no page for a tool that no longer exists", () => {
  expect(item({ tool: "gone-tool" }).path).toBeNull();
});

const ask = (query: string, cookie = "") =>
  galleryView(new Request(`http://localhost/gallery${query}`, { headers: { Cookie: cookie } }), { secure: true });

test("remembers the view that an address names", async () => {
  const first = await ask("?view=list");
  const set = first.headers.get("Set-Cookie") ?? "";
  expect(first.view).toBe("list");
  expect(set).toMatch(/^gallery-view=.*Max-Age=31536000.*HttpOnly; Secure; SameSite=Lax$/);

  const second = await ask("", set.split(";")[0]);
  expect(second.view).toBe("list");
  expect(second.headers.has("Set-Cookie")).toBe(false);
});

test.each([
  ["", ""],
  ["?view=carousel", ""],
  ["", "gallery-view=nonsense"],
  ["", `gallery-view=${btoa('{"view":"list"}')}`],
])("falls back to the grid for %s and %s without remembering it", async (query, cookie) => {
  const { view, headers } = await ask(query, cookie);
  expect(view).toBe("grid");
  expect(headers.has("Set-Cookie")).toBe(false);
});

const filter = (query: string) => filterOf(new URLSearchParams(query));

test("reads part of a name and a tool from the address", () => {
  expect(filter("q=++Ọjà+day+&tool=art-style&view=list")).toEqual({ search: "Ọjà day", tool: "art-style" });
});

test.each(["", "q=&tool=", "q=++&tool=gone-tool", "q=%00&tool=__proto__", "q=%0A%09"])(
  "filters nothing for %j",
  (query) => {
    expect(filter(query)).toEqual({ search: "", tool: "" });
  },
);

test("removes control characters, which PostgreSQL refuses", () => {
  expect(filter("q=a%00b%7Fc").search).toBe("a b c");
});

test("cuts a long search between characters", () => {
  const { search } = filter(`q=${encodeURIComponent("💎".repeat(maxSearchLength + 1))}`);
  expect(search).toBe("💎".repeat(maxSearchLength));
});

test("writes an address that reads back as the same filter", () => {
  expect(galleryAddress({ view: "grid", search: "", tool: "", before: null })).toBe("/gallery?view=grid");
  const address = galleryAddress({ view: "list", search: "50% & more", tool: "surprise-me", before: "1.a" });
  const { searchParams } = new URL(address, "http://localhost");
  expect(filterOf(searchParams)).toEqual({ search: "50% & more", tool: "surprise-me" });
  expect([searchParams.get("view"), searchParams.get("before")]).toEqual(["list", "1.a"]);
});

test.each([
  ["", ""],
  ["Simba", "Simba"],
  ["Twelve chars", "Twelve chars"],
  ["Passport photo", "Passport pho…"],
  // Decomposed accents: two code points each, one character to a reader.
  ["e\u0301".repeat(12), "e\u0301".repeat(12)],
  ["e\u0301".repeat(13), `${"e\u0301".repeat(12)}…`],
  ["👩‍👩‍👧".repeat(13), `${"👩‍👩‍👧".repeat(12)}…`],
])("shortens %s to %s", (name, short) => {
  expect(shortName(name)).toBe(short);
});
