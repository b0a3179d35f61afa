import { join } from "node:path";
import { bundle, type BuiltScript } from "./bundle.ts";

const folder = join(import.meta.dirname, "../app/pwa/enhancement");
let built: ReturnType<typeof buildAll> | null = null;

/**
 * The small scripts of every page (app/pwa/enhancement): `enhance` loads with the page, `after-load` and its parts
 * after the page. Only signed-in pages load `forMembers`. Built in memory, because the pages need the name of `enhance`
 * before their own build.
 */
export function enhancementScripts() {
  built ??= buildAll();
  return built;
}

async function buildAll() {
  const hashed = { entryFileNames: "[name]-[hash].js", chunkFileNames: "[name]-[hash].js" };
  const address = ([{ fileName }]: readonly [BuiltScript, ...unknown[]]) => JSON.stringify(`/assets/${fileName}`);
  const es = { format: "es", ...hashed } as const;
  // Parts of after-load.ts, built separately: an import that Vite makes would add a helper larger than its saving.
  const carousel = await bundle(join(folder, "carousel.ts"), es);
  const offline = await bundle(join(folder, "offline-page.ts"), es);
  const updates = await bundle(join(folder, "../banners/update-banner.ts"), es);
  const parts = {
    __CAROUSEL_URL__: address(carousel),
    __OFFLINE_PAGE_URL__: address(offline),
    __UPDATE_BANNER_URL__: address(updates),
  };
  const later = await bundle(join(folder, "after-load.ts"), es, parts);
  // Members load one file instead of two: both share code, which compresses better in one file.
  const forMembers = await bundle(join(folder, "after-load-member.ts"), es, parts);
  const sending = await bundle(join(folder, "send-tryout.ts"), es);
  const defined = {
    __AFTER_LOAD_URL__: address(later),
    __AFTER_LOAD_MEMBER_URL__: address(forMembers),
    __SEND_TRYOUT_URL__: address(sending),
  };
  const [enhance] = await bundle(join(folder, "enhance.ts"), { format: "iife", ...hashed }, defined);
  return {
    enhance,
    all: [enhance, ...later, ...sending, ...carousel, ...offline, ...updates, ...forMembers],
    forMembers,
    sending,
  };
}
