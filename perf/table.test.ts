import { describe, expect, it } from "vitest";
import { report } from "./table.ts";

const memory = (value: number) => report(["memory"], { idleMemory: { value } });

describe("the table", () => {
  it("prints one aligned row for each budget of the measured parts", () => {
    const { text, broken } = report(["memory", "boot"], {
      idleMemory: { value: 249.6 },
      bootRatio: { value: 2.5, note: "0.5 s" },
    });
    expect(text.split("\n")).toEqual([
      "what                                           measured    budget",
      "web process and children after 20 s idle         250 MB  ≤ 350 MB  ok",
      "start to first answer, to a bare React Router    2.50 ×  ≤ 3.00 ×  ok  0.5 s",
      "",
      "All 2 budgets kept.",
    ]);
    expect(broken).toBe(0);
  });

  it("names and counts the broken budgets", () => {
    const { text, broken } = memory(351);
    expect(text).toMatch(/351 MB +≤ 350 MB +BROKEN/);
    expect(text).toMatch(/1 of 1 budgets broken\.$/);
    expect(broken).toBe(1);
  });

  it("breaks every budget of a failed part and states the reason", () => {
    const { text, broken } = report(["public"], {}, { public: "the server did not start" });
    expect(broken).toBe(3);
    expect(text).toMatch(/- +≤ 0 +BROKEN +the server did not start/);
  });

  it("counts only figures that have a budget", () => {
    const { text, broken } = report(["gallery"], {
      ...{ galleryHtml: { value: 13 }, galleryPictures: { value: 133 }, galleryJs: { value: 123 } },
      ...{ galleryTotal: { value: 281 }, gallerySaving: { value: 281 }, galleryShift: { value: 0 } },
      ...{ resultPicture: { value: 60 }, resultShift: { value: 0 } },
    });
    expect(text).toMatch(/^gallery of 24: HTML +13\.0 kB$/m);
    expect(text).toMatch(/All 3 budgets kept\.$/);
    expect(broken).toBe(0);
  });

  it("states why a figure was left out, without failing", () => {
    const { text, broken } = report(["memory"], { idleMemory: { skipped: "no /proc here" } });
    expect(text).toMatch(/skipped +no \/proc here/);
    expect(broken).toBe(0);
  });
});
