import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pictureWidths } from "../photos/photo-host.ts";
import { photoProblemMessages } from "../photos/photo-problems.ts";
import { transformationPrice } from "../transformations/request-transformation.server.ts";
import { promises } from "./promises.ts";

const migrationsFolder = join(import.meta.dirname, "../../supabase/migrations");
const schema = readdirSync(migrationsFolder)
  .map((file) => readFileSync(join(migrationsFolder, file), "utf8"))
  .join("\n");

test("the welcome gems promised are the ones the database grants", () => {
  const granted = [...schema.matchAll(/private\.enter\([^,]+, 'bonus', (\d+),/g)].map((match) => Number(match[1]));
  // Each migration that writes the function anew grants the same.
  expect([...new Set(granted)]).toEqual([promises.welcomeGems]);
});

test("the upload limit promised is the one the upload's message names", () => {
  expect(photoProblemMessages["too-large"]).toContain(`smaller than ${promises.uploadMegabytes}MB`);
});

test("the longest side promised is the largest size a stored picture is shown in", () => {
  expect(Math.max(...pictureWidths)).toBe(promises.longestSide);
});

test("the price of a transformation promised is the one that is charged", () => {
  expect(promises.gemsPerTransformation).toBe(transformationPrice);
});
