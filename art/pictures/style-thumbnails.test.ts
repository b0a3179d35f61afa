import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { artStyles, stylizeStyles } from "../../app/tools/art-style/art-styles.ts";
import { maxThumbnailBytes } from "./style-thumbnails.ts";

const publicFolder = join(import.meta.dirname, "../../public");

test.each([...artStyles, ...stylizeStyles])("$id has a thumbnail of at most 8 kB", ({ media }) => {
  expect(statSync(publicFolder + media.picture).size).toBeLessThanOrEqual(maxThumbnailBytes);
});
