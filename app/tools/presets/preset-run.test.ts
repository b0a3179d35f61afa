import { expect, test } from "vitest";
import { artStyle } from "../art-style/art-style.ts";
import { portraitStudio } from "../portrait-studio/portrait-studio.ts";
import { presetAnswers, presetRun } from "./preset-run.ts";
import type { Tool } from "../tool.ts";

const portrait = {
  background: "outdoor",
  template: "beach-sunset",
  attire: "formal",
  attireDetails: "agbada",
  gender: "female",
  pose: "describe",
  poseText: "arms folded",
  angle: "front",
};

test("a preset keeps every choice and the own words, but nothing that was drawn on the photo", () => {
  expect(presetAnswers(portraitStudio, { ...portrait, subject: "1,2,30,40", wishes: "warmer" })).toEqual(portrait);
});

test("a run with a preset stands at the last step, with every choice made", () => {
  expect(presetRun(portraitStudio, portrait)).toEqual({
    answers: portrait,
    problems: [],
    removedChoices: [],
    step: "camera-angle",
  });
  expect(presetRun(artStyle, { style: "sketch", intensity: "40" })).toEqual({
    answers: { style: "sketch", intensity: "40" },
    problems: [],
    removedChoices: [],
    step: "style",
  });
});

test("what was drawn on a photo stays with the run, and is none of a preset's", () => {
  const { answers } = presetRun(
    portraitStudio,
    { ...portrait, subject: "9,9,9,9" },
    { subject: "1,2,30,40", angle: "low" },
  );
  expect(answers).toEqual({ ...portrait, subject: "1,2,30,40" });
});

test("an option that is not offered any more is dropped, named, and asked again where it is asked", () => {
  expect(presetRun(portraitStudio, { ...portrait, template: "moon-base" })).toEqual({
    answers: { ...portrait, template: undefined },
    problems: [
      { field: "template", message: "Template: a choice that is no longer offered. Please choose a template." },
    ],
    removedChoices: ["Template: a choice that is no longer offered, and is asked again."],
    step: "template",
  });
});

test("answers that hang on a dropped one go with it", () => {
  const { answers, problems, step } = presetRun(portraitStudio, { ...portrait, gender: "other" });
  expect(answers).toEqual({
    background: "outdoor",
    template: "beach-sunset",
    attire: "formal",
    attireDetails: "agbada",
    angle: "front",
  });
  expect([problems.map(({ field }) => field), step]).toEqual([["gender"], "pose"]);
});

test("an option that is announced but cannot be chosen counts as not offered", () => {
  expect(presetRun(portraitStudio, { ...portrait, background: "custom" })).toMatchObject({ step: "background" });
});

test("the angle of a picture seen from behind, which no new run can begin with, is asked again", () => {
  expect(presetRun(portraitStudio, { ...portrait, angle: "back" })).toMatchObject({
    problems: [{ field: "angle" }],
    step: "camera-angle",
  });
});

test("a choice that is gone is asked again although another one would be chosen beforehand", () => {
  const tool: Tool = {
    ...portraitStudio,
    steps: [
      {
        id: "light",
        name: "Light",
        title: "Light",
        questions: [
          {
            kind: "choice",
            name: "light",
            label: "Light",
            options: [{ id: "day", name: "Day" }],
            preset: "day",
            missing: "Please choose a light.",
          },
        ],
      },
      { id: "end", name: "End", title: "End", questions: [] },
    ],
  };
  expect(presetRun(tool, { light: "dusk" })).toMatchObject({ answers: {}, step: "light" });
  expect(presetRun(tool, {})).toMatchObject({ problems: [], step: "end" });
});

test("a question that came after the preset was saved is asked", () => {
  const { pose: _pose, poseText: _text, gender: _gender, ...before } = portrait;
  expect(presetRun(portraitStudio, before)).toMatchObject({ problems: [], step: "pose" });
});
