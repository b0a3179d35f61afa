import { describe, expect, test } from "vitest";
import { answered, answersInForce, firstUnanswered, historyName, problemsIn, withPresets } from "./answers.ts";
import { tools } from "./catalogue.ts";
import { type Answers, type Choice, type Step, type Tool, toolFor } from "./tool.ts";
import { neighboursOf, optionsFor, placeOf, stepsFor, titleOf } from "./wizard/steps.ts";

const studio: Tool = tools["portrait-studio"];
const background: Tool = tools["background-engine"];
const art: Tool = tools["art-style"];

function step(tool: Tool, id: string): Step {
  const step = tool.steps.find((candidate) => candidate.id === id);
  if (!step) throw new Error(`no step ${id}`);
  return step;
}

const messages = (tool: Tool, id: string, answers: Answers) =>
  problemsIn(step(tool, id), answers).map((p) => p.message);

describe("the portrait studio", () => {
  test('asks for a background, and for a text with "describe"', () => {
    expect(messages(studio, "background", {})).toEqual(["Please choose a background."]);
    expect(messages(studio, "background", { background: "describe", backgroundText: "  " })).toEqual([
      "Please describe the background.",
    ]);
    expect(messages(studio, "background", { background: "maintain" })).toEqual([]);
  });

  test("does not take the background that is coming soon", () => {
    expect(messages(studio, "background", { background: "custom" })).toEqual(["Please choose a background."]);
  });

  test("does not take a template of another category", () => {
    expect(messages(studio, "template", { background: "indoor", template: "beach-sunset" })).toEqual([
      "Please choose a template.",
    ]);
  });

  test("clears the pose when the gender changes, and only then", () => {
    const posed = { gender: "male", pose: "crossed-arms" };
    expect(answered(step(studio, "pose"), posed, { gender: "female" })).toEqual({ gender: "female" });
    expect(answered(step(studio, "pose"), posed, { gender: "male" })).toEqual(posed);
  });

  test("does not take a pose of the other gender", () => {
    expect(messages(studio, "pose", { gender: "female", pose: "crossed-arms" })).toEqual(["Please choose a pose."]);
  });

  test("takes 500 characters of description and not one more", () => {
    const text = (length: number) => ({ attire: "formal", attireDetails: "a".repeat(length) });
    expect(messages(studio, "attire", text(500))).toEqual([]);
    expect(messages(studio, "attire", text(501))).toEqual(["Please use at most 500 characters."]);
  });

  test("leads to the first step that is open, without the template where none applies", () => {
    expect(firstUnanswered(studio, { background: "outdoor" })?.id).toBe("template");
    expect(firstUnanswered(studio, { background: "maintain" })?.id).toBe("attire");
  });

  test("keeps a template that was chosen before, but does not use it with another background", () => {
    const answers = { background: "maintain", template: "beach-sunset", attire: "maintain" };
    expect(answersInForce(studio, answers)).toEqual({ background: "maintain", attire: "maintain" });
  });
});

describe("the background engine", () => {
  const custom = { mode: "replace", replacement: "studio-backdrop", backdrop: "custom", edges: "50" };

  test.each(["#12345", "red", "#12345G", "javascript:alert(1)", ""])("does not take %j for a colour", (colour) => {
    expect(messages(background, "settings", { ...custom, colour })).toEqual([
      "Please enter a colour code such as #3B82F6.",
    ]);
  });

  test("begins custom colours as the specification says", () => {
    const answers = withPresets(background, {});
    expect([answers.colour, answers.colour1, answers.colour2]).toEqual(["#FFFFFF", "#3B82F6", "#8B5CF6"]);
  });

  test.each(["55", "-10", "110", "1e1", " 50", "abc"])("does not take %j for the edge smoothness", (edges) => {
    expect(messages(background, "settings", { mode: "remove", edges })).toEqual([
      "Please choose a number from 0 to 100, in steps of 10.",
    ]);
  });

  test.each(["1,2,3", "90,0,20,50", "0,0,4,50", "a,b,c,d"])("does not take %j for a box in the photo", (subject) => {
    expect(messages(background, "settings", { mode: "remove", edges: "50", subject })).toEqual([
      "Please enter four numbers within the photo.",
    ]);
  });
});

describe("pixel art", () => {
  test("begins with anime at full strength", () => {
    expect(withPresets(art, {})).toEqual({ style: "anime", intensity: "100" });
  });

  test("ignores answers to questions it does not ask", () => {
    expect(answered(step(art, "style"), {}, { style: "comic", __proto__x: "1", tool: "other" })).toEqual({
      style: "comic",
    });
  });
});

test.each([
  [{ tool: "art-style", style: "oil-painting", intensity: 80 }, "Ada - Oil Painting (80%)"],
  [{ tool: "background-engine", mode: "remove", edges: 50 }, "Ada - Remove Background"],
  [{ tool: "background-engine", mode: "blur", edges: 50 }, "Ada - Background Blur"],
  [{ tool: "background-engine", mode: "stylize", style: "ghibli", edges: 50 }, "Ada - Stylize: Ghibli"],
  [
    { tool: "background-engine", mode: "replace", replacement: "studio-backdrop", backdrop: "light-grey", edges: 0 },
    "Ada - Studio: Light Grey",
  ],
  [
    { tool: "background-engine", mode: "replace", replacement: "gradient-backdrop", gradient: "dual-tone", edges: 0 },
    "Ada - Gradient: Dual Tone",
  ],
  [{ tool: "surprise-me" }, "Ada"],
  [{ tool: "id-photo", document: "uk-passport", changes: "crop" }, "Ada - United Kingdom passport"],
  [{ tool: "portrait-studio", background: "maintain" }, "Ada"],
] as const)("names the change in the history: %o", (recipe, name) => {
  expect(historyName(tools[recipe.tool], "Ada", recipe)).toBe(name);
});

describe("the steps of a tool", () => {
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
});
