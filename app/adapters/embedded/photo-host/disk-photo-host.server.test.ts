import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkDisk } from "./disk-photo-host.server.ts";

async function folder() {
  const made = await mkdtemp(join(tmpdir(), "photogem-disk-"));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

test("reports a disk with free space as healthy and leaves no file behind", async () => {
  const photos = join(await folder(), "photos");
  expect(await checkDisk(photos)).toBeNull();
  expect(await readdir(photos)).toEqual([]);
});

test("reports a disk without space for a photo and its result", async () => {
  expect(await checkDisk(await folder(), async () => 63 * 1024 * 1024)).toBe("is nearly full");
});

test("reports a directory that is not writable", async () => {
  const file = join(await folder(), "file");
  await writeFile(file, "");
  expect(await checkDisk(join(file, "photos"))).toBe("cannot be written to");
});
