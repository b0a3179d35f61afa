/**
 * `npm run container [-- --folder <where>]`: builds the Dockerfile's two images without a Docker engine, says what is in
 * them, and starts both: as the image's user, without capabilities, on a read-only root. Needs root on Linux and Debian's
 * packages buildah, runc and debootstrap. Ends with 1 when something is not as it should be. Not part of CI: it takes minutes.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createClosing } from "./measure/closing.ts";
import { openBuildah } from "./container/buildah.ts";
import { ensureBaseImage } from "./container/base-image.ts";
import { tryHosted } from "./container/try-hosted.ts";
import { tryWhole } from "./container/try-whole.ts";
import { imageContents } from "./container/image-contents.ts";
import type { Seen } from "./container/seen.ts";

const { values } = parseArgs({
  options: { folder: { type: "string", default: join(tmpdir(), "photogem-container") } },
});
const closing = createClosing();
const seen: Seen[] = [];
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void closing.close().finally(() => process.exit(130)));
}
try {
  const buildah = await openBuildah(values.folder);
  await ensureBaseImage(buildah);
  for (const [target, tryImage] of [
    ["whole", tryWhole],
    ["hosted", tryHosted],
  ] as const) {
    console.error(`… building ${target}`);
    const image = await buildah.build(target);
    const root = await buildah.mount(image, closing);
    const contents = await imageContents(root, target);
    console.log(`${target}\n${contents.text}\n`);
    seen.push(...contents.seen, ...(await tryImage({ root, folder: values.folder, closing })));
  }
} finally {
  await closing.close();
}
for (const { what, value, ok } of seen) console.log(`${ok ? "ok    " : "NOT OK"}  ${what}: ${value}`);
if (seen.some(({ ok }) => !ok)) process.exitCode = 1;
