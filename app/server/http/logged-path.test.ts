import { expect, test } from "vitest";
import { loggedPath } from "./logged-path.ts";

test.each([
  ["/s/0123456789abcdef0123456789abcdef", "/s/…"],
  ["/s/0123456789abcdef0123456789abcdef.data", "/s/…"],
  ["/s/0123456789abcdef0123456789abcdef/640.webp", "/s/…/640.webp"],
  ["/S/0123456789abcdef0123456789abcdef/report?sent", "/S/…/report"],
  ["/%73/0123456789abcdef0123456789abcdef", "/s/…"],
  [
    "/api/images/7c9e6679-7425-40de-944b-e07fc1f90ae7%2FMy-wedding",
    "/api/images/7c9e6679-7425-40de-944b-e07fc1f90ae7/…",
  ],
  ["/settings?tab=history", "/settings"],
  ["/shares", "/shares"],
])("logs %s as %s", (path, logged) => {
  expect(loggedPath({ url: `http://localhost${path}` })).toBe(logged);
});
