import { describe, expect, it } from "vitest";
import { mayOfferInstall } from "./may-offer-install.ts";

const day = 24 * 3_600_000;
const now = Date.UTC(2026, 5, 1);
const asked = (dismissedAgo: number | null, installed: string | null = null) =>
  mayOfferInstall({ now, installed, dismissed: dismissedAgo === null ? null : String(now - dismissedAgo) });

describe("mayOfferInstall", () => {
  it("offers to install on the first visit", () => {
    expect(asked(null)).toBe(true);
  });

  it("pauses the offer for seven days after a dismissal, to the millisecond", () => {
    expect(asked(0)).toBe(false);
    expect(asked(7 * day)).toBe(false);
    expect(asked(7 * day + 1)).toBe(true);
  });

  it("makes no offer once installed, however old the dismissal is", () => {
    expect(asked(null, "1")).toBe(false);
    expect(asked(30 * day, "1")).toBe(false);
  });

  it("ignores dismissals in the future and invalid times", () => {
    expect(asked(-30 * day)).toBe(true);
    expect(mayOfferInstall({ now, installed: null, dismissed: "yesterday" })).toBe(true);
  });
});
