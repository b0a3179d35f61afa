import { expect, test } from "vitest";
import { galleryAddress, filterOf, maxSearchLength } from "./gallery-address.ts";

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
