import { expect, test } from "vitest";
import { galleryView } from "./gallery-page.server.ts";

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
