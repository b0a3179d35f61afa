import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { brand } from "../brand.ts";
import { toolList } from "../tools/tool-list.ts";
import { sharePath } from "./share-address.ts";
import { mayOfferInstall } from "./banners/may-offer-install.ts";

const publicFolder = join(import.meta.dirname, "../../public");
const readPublic = (path: string) => readFile(join(publicFolder, path));

interface Picture {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
  form_factor?: string;
  label?: string;
}
interface Manifest {
  [member: string]: unknown;
  icons: Picture[];
  screenshots: Picture[];
  share_target: { action: string };
  shortcuts: { name: string; description: string; url: string; icons: Picture[] }[];
}
const manifest: Manifest = JSON.parse(String(await readPublic("manifest.webmanifest")));
const tokens = String(await readFile(join(import.meta.dirname, "../ui/styles/theme.css")));

describe("the web app manifest", () => {
  it("gives the manifest the product's name, colours and welcome page", () => {
    const { name, short_name, description, start_url, scope, display, theme_color, background_color } = manifest;
    expect({ name, short_name, description }).toEqual({
      name: brand.name,
      short_name: brand.name,
      description: brand.tagline,
    });
    expect({ start_url, scope, display }).toEqual({ start_url: "/mobile", scope: "/", display: "standalone" });
    const background = /--color-bg: (#\w{6});/.exec(tokens)?.[1];
    expect([theme_color, background_color]).toEqual([background, background]);
  });

  it("declares the manifest's pictures with their true sizes and types", async () => {
    const pictures = [manifest.icons, manifest.screenshots, ...manifest.shortcuts.map(({ icons }) => icons)].flat();
    const declared = pictures.map(({ src, sizes, type }) => ({ src, sizes, type }));
    const found = await Promise.all(
      declared.map(async ({ src }) => {
        const { format, width, height } = await sharp(await readPublic(src)).metadata();
        return { src, sizes: `${width}x${height}`, type: `image/${format}` };
      }),
    );
    expect(declared).toEqual(found);
  });

  it("includes the icons and screenshots that browsers require for installation", () => {
    const icons = manifest.icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`);
    expect(icons).toEqual(
      expect.arrayContaining(["any 192x192", "any 512x512", "maskable 192x192", "maskable 512x512"]),
    );
    for (const form of ["narrow", "wide"]) {
      const shown = manifest.screenshots.filter(({ form_factor }) => form_factor === form);
      expect(shown.length).toBeGreaterThan(1);
      // Chromium shows only screenshots of one shape.
      expect(new Set(shown.map(({ sizes }) => sizes)).size).toBe(1);
      for (const { label } of shown) expect(label).toMatch(/\S/);
    }
  });

  it("adds a shortcut to every tool and accepts shared photos where uploads do", () => {
    const shortcuts = manifest.shortcuts.map(({ name, description, url }) => ({ name, description, url }));
    expect(shortcuts).toEqual(
      Object.values(toolList).map(({ title, lede, path }) => ({ name: title, description: lede, url: path })),
    );
    expect(manifest.share_target.action).toBe(sharePath);
  });
});

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
