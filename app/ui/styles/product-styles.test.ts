import { describe, expect, it, vi } from "vitest";
import { hasCachedStylesheet } from "./product-styles.tsx";

vi.mock("../../app.css?url", () => ({ default: "/assets/app-AbC1-x.css" }));

describe("hasCachedStylesheet", () => {
  it("finds its cookie among others", () => {
    expect(hasCachedStylesheet("tz=UTC; styles=app-AbC1-x.css; a=b", false)).toBe(true);
  });

  it.each([null, "", "tz=UTC", "styles=app-older.css", "xstyles=app-AbC1-x.css"])(
    "returns false for the cookies %j",
    (cookies) => {
      expect(hasCachedStylesheet(cookies, false)).toBe(false);
    },
  );

  it("returns true in development", () => {
    expect(hasCachedStylesheet(null, true)).toBe(true);
  });
});
