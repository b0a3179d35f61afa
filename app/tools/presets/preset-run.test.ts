import { expect, test } from "vitest";
import { artStyle } from "../art-style/art-style.ts";
import { portraitStudio } from "../portrait-studio/portrait-studio.ts";
import { presetAnswers, presetRun } from "./preset-run.ts";
import { type Tool, toolFor } from "../tool.ts";

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

test("keeps every choice and text of a preset but nothing drawn on the photo", () => {
  expect(presetAnswers(portraitStudio, { ...portrait, subject: "1,2,30,40", wishes: "warmer" })).toEqual(portrait);
});

test("starts a draft with a preset at the last step", () => {
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

test("keeps drawn answers with the draft, not with the preset", () => {
  const { answers } = presetRun(
    portraitStudio,
    { ...portrait, subject: "9,9,9,9" },
    { subject: "1,2,30,40", angle: "low" },
  );
  expect(answers).toEqual({ ...portrait, subject: "1,2,30,40" });
});

test("drops, names and asks again an option that is no longer offered", () => {
  expect(presetRun(portraitStudio, { ...portrait, template: "moon-base" })).toEqual({
    answers: { ...portrait, template: undefined },
    problems: [
      { field: "template", message: "Template: a choice that is no longer offered. Please choose a template." },
    ],
    removedChoices: ["Template: a choice that is no longer offered. Please choose again."],
    step: "template",
  });
});

test("drops answers that depend on a dropped one", () => {
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

test("treats an announced option as not offered", () => {
  expect(presetRun(portraitStudio, { ...portrait, background: "custom" })).toMatchObject({ step: "background" });
});

test("asks again for the angle of a picture seen from behind", () => {
  expect(presetRun(portraitStudio, { ...portrait, angle: "back" })).toMatchObject({
    problems: [{ field: "angle" }],
    step: "camera-angle",
  });
});

test("asks again for a removed choice even where the question has a default", () => {
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

test("without a generative model a preset's attire and pose are not asked, and an angle that turns the head is", () => {
  const plain = toolFor(portraitStudio, false);
  expect(presetRun(plain, { ...portrait, angle: "low" })).toEqual({
    answers: { background: "outdoor", template: "beach-sunset", angle: "low" },
    problems: [],
    removedChoices: [],
    step: "camera-angle",
  });
  expect(presetRun(plain, portrait).problems.map(({ field }) => field)).toEqual(["angle"]);
});

test("asks a question that is newer than the preset", () => {
  const { pose: _pose, poseText: _text, gender: _gender, ...before } = portrait;
  expect(presetRun(portraitStudio, before)).toMatchObject({ problems: [], step: "pose" });
});
