import { expect, test } from "vitest";
import { tools } from "../catalogue.ts";
import { neighboursOf, optionsFor, placeOf, stepsFor, titleOf } from "./steps.ts";
import { type Choice, type Tool, toolFor } from "../tool.ts";
import { firstUnanswered, withPresets } from "../answers.ts";

const studio: Tool = tools["portrait-studio"];
const ids = (background: string) => stepsFor(studio, { background }).map(({ id }) => id);

test("asks for a template only with a scene background", () => {
  expect(ids("outdoor")).toEqual(["background", "template", "attire", "pose", "camera-angle"]);
  expect(ids("maintain")).toEqual(["background", "attire", "pose", "camera-angle"]);
  expect(ids("describe")).toEqual(["background", "attire", "pose", "camera-angle"]);
});

test("leads back from attire to the template, or to the background without one", () => {
  expect(neighboursOf(studio, { background: "indoor" }, "attire").before?.id).toBe("template");
  expect(neighboursOf(studio, { background: "maintain" }, "attire").before?.id).toBe("background");
});

test("counts steps from the upload to the result, as specified", () => {
  expect(placeOf(studio, "background")).toEqual({ number: 2, of: 8 });
  expect(placeOf(studio, "camera-angle")).toEqual({ number: 6, of: 8 });
  expect(placeOf(tools["art-style"], "style")).toEqual({ number: 2, of: 4 });
  expect(placeOf(tools["background-engine"], "settings")).toEqual({ number: 2, of: 4 });
});

test("names the category in the template's heading", () => {
  const template = studio.steps.find(({ id }) => id === "template");
  expect(template && titleOf(template, { background: "studio" })).toBe("Pick a studio backdrop");
  expect(template && titleOf(template, { background: "indoor" })).toBe("Pick an indoor scene");
});

test("without a generative model asks for neither attire nor pose, and counts the steps that are left", () => {
  const plain = toolFor(studio, false);
  const scene = stepsFor(plain, { background: "outdoor" }).map(({ id }) => id);
  expect(scene).toEqual(["background", "template", "camera-angle"]);
  expect(placeOf(plain, "camera-angle")).toEqual({ number: 4, of: 6 });
  expect(toolFor(studio, true)).toBe(studio);
});

test("without a generative model offers the angles that turn no person, and needs no choice among them", () => {
  const plain = toolFor(studio, false);
  const angle = plain.steps.at(-1)?.questions.find(({ name }) => name === "angle") as Choice;
  expect(optionsFor(angle, {}).map(({ id }) => id)).toEqual(["maintain", "low", "high", "close-up", "wide"]);
  expect(plain.extraAngles?.map(({ id }) => id)).toEqual(["low", "high", "close-up", "wide"]);
  expect(firstUnanswered(plain, withPresets(plain, { background: "maintain" }))).toBeNull();
});
