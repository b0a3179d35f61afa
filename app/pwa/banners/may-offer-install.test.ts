import { describe, expect, it } from "vitest";
import { mayOfferInstall } from "./may-offer-install.ts";

const day = 24 * 3_600_000;
const now = Date.UTC(2026, 5, 1);
const asked = (dismissedAgo: number | null, installed: string | null = null) =>
  mayOfferInstall({ now, installed, dismissed: dismissedAgo === null ? null : String(now - dismissedAgo) });

describe("offering to install", () => {
  it("is done for who was never asked", () => {
    expect(asked(null)).toBe(true);
  });

  it("rests for seven days after a no, to the millisecond", () => {
    expect(asked(0)).toBe(false);
    expect(asked(7 * day)).toBe(false);
    expect(asked(7 * day + 1)).toBe(true);
  });

  it("is over once installed, however long ago the no was", () => {
    expect(asked(null, "1")).toBe(false);
    expect(asked(30 * day, "1")).toBe(false);
  });

  it("is not hidden by a clock that was ahead, nor by what is no time", () => {
    expect(asked(-30 * day)).toBe(true);
    expect(mayOfferInstall({ now, installed: null, dismissed: "yesterday" })).toBe(true);
  });
});
