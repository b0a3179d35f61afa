import { artStyles, stylizeStyles } from "./art-style/art-styles.ts";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toolRules } from "./catalogue.server.ts";
import { recipeFromAnotherAngle } from "./portrait-studio/portrait-studio.server.ts";
import { sceneLights } from "./portrait-studio/scene-light.ts";
import { scenes } from "./portrait-studio/scenes.ts";

const art = { tool: "art-style", style: "anime", intensity: "100" };
const background = { tool: "background-engine", edges: "50" };
const studio = { ...background, mode: "replace", replacement: "studio-backdrop" };
const gradient = { ...background, mode: "replace", replacement: "gradient-backdrop" };
const portrait = {
  tool: "portrait-studio",
  background: "outdoor",
  template: "lakeside",
  attire: "formal",
  gender: "female",
  pose: "elegant-stand",
  angle: "front",
};

const unasked = { tool: "portrait-studio", background: "studio", template: "clean-white-studio", angle: "low" };

type Answers = Record<string, unknown> & { tool: string };
const rules = new Map(Object.entries(toolRules));
const read = (answers: Answers) => rules.get(answers.tool)?.recipe.safeParse(answers);

const good: [string, Answers, object?][] = [
  ["surprise me, which asks nothing", { tool: "surprise-me" }],
  ["wishes, on one line", { tool: "surprise-me", wishes: "  a\r\nbit\twarmer " }, { wishes: "a bit warmer" }],
  ["an intensity as the form's text", art, { intensity: 100 }],
  ["an intensity of zero", { ...art, intensity: "0" }, { intensity: 0 }],
  ["an intensity as the row's number", { ...art, intensity: 70 }, { intensity: 70 }],
  ["no background", { ...background, mode: "remove" }, { edges: 50 }],
  ["a blurred background, which no card offers", { ...background, mode: "blur" }],
  ["a background redrawn", { ...background, mode: "stylize", style: "ghibli" }],
  ["a backdrop by name", { ...studio, backdrop: "pastel-pink" }],
  ["a backdrop of one's own", { ...studio, backdrop: "custom", colour: "#a1b2c3" }, { colour: "#A1B2C3" }],
  ["a gradient of one's own", { ...gradient, gradient: "custom", colour1: "#000000", colour2: "#FFFFFF" }],
  ["a box round the subject", { ...background, mode: "remove", subject: "10,5,80,95" }],
  ["a missing box", { ...background, mode: "remove", subject: "" }],
  ["an ID photo", { tool: "id-photo", document: "nigeria-passport" }],
  ["an ID photo that is only cropped", { tool: "id-photo", document: "us-passport-visa", changes: "crop" }],
  ["a scene", portrait],
  ["a portrait that was asked for no attire and no pose", unasked, { attire: "maintain", pose: "maintain" }],
  ["the background kept", { ...portrait, background: "maintain", template: undefined }],
  [
    "everything described",
    {
      ...portrait,
      background: "describe",
      template: undefined,
      backgroundText: "a market in Onitsha 🇳🇬",
      attireDetails: "",
      pose: "describe",
      poseText: "dancing",
      angle: "describe",
      angleText: "from the left",
    },
    { backgroundText: "a market in Onitsha 🇳🇬" },
  ],
];

test.each(good)("accepts %s", (_, answers, expected = {}) => {
  const fields = Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined));
  expect(read({ ...fields, tool: answers.tool })).toMatchObject({ success: true, data: { ...expected } });
});

const { template: _template, ...unplaced } = portrait;
const bad: [string, Answers, field: string][] = [
  ["an unknown option", { ...art, style: "vapourware" }, "style"],
  ["a style of the other tool", { ...art, style: "ghibli" }, "style"],
  ["a style that is only the art tool's", { ...background, mode: "stylize", style: "cartoon" }, "style"],
  ["a question of another tool", { tool: "surprise-me", style: "anime" }, "style"],
  ["an empty intensity", { ...art, intensity: "" }, "intensity"],
  ["an intensity between the steps", { ...art, intensity: "55" }, "intensity"],
  ["an intensity above 100", { ...art, intensity: "110" }, "intensity"],
  ["an intensity in other digits", { ...art, intensity: "1e2" }, "intensity"],
  ["an intensity that is no number", { ...art, intensity: Number.NaN }, "intensity"],
  ["no edges", { tool: "background-engine", mode: "remove" }, "edges"],
  ["an unknown mode", { ...background, mode: "erase" }, "mode"],
  ["the replacement that is coming soon", { ...background, mode: "replace", replacement: "upload" }, "replacement"],
  ["a replacement without one", { ...studio }, "backdrop"],
  ["a colour where the backdrop has one", { ...studio, backdrop: "white", colour: "#FFFFFF" }, "colour"],
  ["no colour where the backdrop needs one", { ...studio, backdrop: "custom" }, "colour"],
  ["a colour in words", { ...studio, backdrop: "custom", colour: "red" }, "colour"],
  ["a short colour", { ...studio, backdrop: "custom", colour: "#fff" }, "colour"],
  ["a gradient of one colour", { ...gradient, gradient: "custom", colour1: "#000000" }, "colour2"],
  ["a backdrop behind a gradient", { ...gradient, gradient: "blue-purple", backdrop: "red" }, "backdrop"],
  ["a style where nothing is redrawn", { ...background, mode: "remove", style: "anime" }, "style"],
  ["a box beside the photo", { ...background, mode: "remove", subject: "50,0,60,100" }, "subject"],
  ["a box that is a sliver", { ...background, mode: "remove", subject: "50,0,4,100" }, "subject"],
  ["a box of words", { ...background, mode: "remove", subject: "1,2,3,x" }, "subject"],
  ["a template of another category", { ...portrait, background: "indoor" }, "template"],
  ["a category without a template", { ...unplaced }, "template"],
  ["a template where the background stays", { ...portrait, background: "maintain" }, "template"],
  ["the background that is coming soon", { ...unplaced, background: "custom" }, "background"],
  ["a description of nothing", { ...unplaced, background: "describe", backgroundText: " \u0007 " }, "backgroundText"],
  ["a description of another choice", { ...portrait, backgroundText: "a beach" }, "backgroundText"],
  ["a pose of the other gender", { ...portrait, pose: "crossed-arms" }, "pose"],
  ["a pose without a gender", { ...unasked, pose: "elegant-stand" }, "pose"],
  ["a described pose without words", { ...portrait, pose: "describe" }, "poseText"],
  ["words on a pose that needs none", { ...portrait, poseText: "dancing" }, "poseText"],
  ["words on an angle that needs none", { ...portrait, angleText: "left" }, "angleText"],
  ["the angle only a finished portrait has", { ...portrait, angle: "back" }, "angle"],
  ["501 characters", { ...portrait, attireDetails: "x".repeat(501) }, "attireDetails"],
  ["10 000 characters", { tool: "surprise-me", wishes: "x".repeat(10_000) }, "wishes"],
  ["a text that is none", { tool: "surprise-me", wishes: ["a"] }, "wishes"],
];

test.each(bad)("refuses %s, naming the answer", (_, answers, field) => {
  const reading = read(answers);
  const named = reading?.error?.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" ? issue.keys : [issue.path.join(".")],
  );
  expect(named).toContain(field);
});

test("removes invisible characters from a text but keeps joiners of scripts and emoji", () => {
  const hidden = "red\u0000 gown\u202e \u{e0069}\u{e0067}\ud800 👩🏿‍🦱";
  const reading = read({ ...portrait, attireDetails: hidden });
  expect(reading?.data).toMatchObject({ attireDetails: "red gown \ufffd 👩🏿‍🦱" });
});

test("counts a text's characters after removing invisible ones", () => {
  expect(read({ tool: "surprise-me", wishes: `${"x".repeat(500)}\r\n\r\n` })?.success).toBe(true);
});

test("repeats a finished portrait from each extra angle without the described angle", () => {
  const finished = { ...portrait, angle: "describe", angleText: "from the left" };
  expect(recipeFromAnotherAngle(finished, "back")).toEqual({ ...portrait, angle: "back" });
  expect(recipeFromAnotherAngle({ ...portrait, angle: "back" }, "low")).toEqual({ ...portrait, angle: "low" });
});

test.each(["maintain", "describe", "", "upside-down"])("refuses %j as an extra angle", (angle) => {
  expect(recipeFromAnotherAngle(portrait, angle)).toBeNull();
});

test("offers other angles for portraits only", () => {
  expect(recipeFromAnotherAngle({ tool: "surprise-me" }, "low")).toBeNull();
});

const app = join(import.meta.dirname, "..");
const fullPicture = (id: string) => join(app, `darkroom/scenes/${id}.avif`);

test.each(scenes)("$id has a thumbnail of at most 6 kB", ({ media }) => {
  expect(statSync(join(app, "../public", media.picture)).size).toBeLessThanOrEqual(6000);
});

test.each([...artStyles, ...stylizeStyles])("$id has a thumbnail of at most 8 kB", ({ media }) => {
  expect(statSync(join(app, "../public", media.picture)).size).toBeLessThanOrEqual(8000);
});

test("has a full picture of every scene within 500 kB in all", () => {
  expect(scenes.filter(({ id }) => !existsSync(fullPicture(id)))).toEqual([]);
  expect(scenes.reduce((sum, { id }) => sum + statSync(fullPicture(id)).size, 0)).toBeLessThanOrEqual(500_000);
});

test.each(scenes)("gives $id a plausible light: angle above ground, temperatures, horizon inside", ({ id }) => {
  const { keyDegrees, keyDepth, keyKelvin, ambientKelvin, keyToFill, softness, horizon } = sceneLights[id];
  expect(keyDegrees >= 0 && keyDegrees <= 180).toBe(true);
  expect(Math.abs(keyDepth)).toBeLessThanOrEqual(1);
  expect(Math.min(keyKelvin, ambientKelvin)).toBeGreaterThanOrEqual(2000);
  expect(Math.max(keyKelvin, ambientKelvin)).toBeLessThanOrEqual(10_000);
  expect(keyToFill).toBeGreaterThanOrEqual(1);
  expect(softness >= 0 && softness <= 1).toBe(true);
  expect(horizon > 0.3 && horizon < 0.8).toBe(true);
});
