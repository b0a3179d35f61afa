import { useState } from "react";
import { artStyle } from "../../tools/art-style/art-style.ts";
import { backgroundEngine } from "../../tools/background-engine/background-engine.ts";
import { portraitStudio } from "../../tools/portrait-studio/portrait-studio.ts";
import { QuestionField } from "../../tools/questions/question-field.tsx";
import { StepList } from "../../tools/wizard/step-list.tsx";
import type { Question, Tool } from "../../tools/tool.ts";
import { CurrencyToggle } from "../../gems/package-cards.tsx";
import { SaveButton } from "../../account/settings/settings-form.tsx";
import { ErrorSummary } from "../error-summary.tsx";
import { Field } from "../field.tsx";
import { Part } from "./part.tsx";

const tools: Tool[] = [portraitStudio, artStyle, backgroundEngine];

export function FormParts() {
  return (
    <>
      <Part title="Fields">
        <ErrorSummary problems={problems} />
        <div className="grid max-w-[24rem] grid-cols-1 gap-4">
          <Field id="plain" label="Full Name" />
          <Field id="hinted" label="Display Name" hint="Shown to you alone." defaultValue="Adaeze Okafor" />
          <Field id="wrong" label="Email" error="Please enter your email address." defaultValue="adaeze@" />
          <Field id="disabled" label="Email" hint="Email cannot be changed" value="adaeze@example.com" readOnly />
          <Field id="secret" label="Password" type="password" reveal hint="At least 6 characters." />
          <Field id="focused" label="Focused" className="is-focus input" />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <SaveButton busy={false} busyLabel="Saving..." unavailable={false}>
            Save Profile
          </SaveButton>
          <SaveButton busy busyLabel="Saving..." unavailable={false}>
            Save Profile
          </SaveButton>
          <SaveButton busy={false} busyLabel="Updating..." unavailable>
            Update Password
          </SaveButton>
        </div>
        <CurrencyToggle />
      </Part>
      {tools.map((tool) => (
        <Part key={tool.id} title={`${tool.title}: steps and questions`}>
          <StepList tool={tool} number={2} />
          {tool.steps.flatMap(({ questions }) =>
            questions.map((question) => <Asked key={question.name} tool={tool} question={question} />),
          )}
        </Part>
      ))}
    </>
  );
}

function Asked({ tool, question }: { tool: Tool; question: Question }) {
  const [value, setValue] = useState("preset" in question ? (question.preset ?? "") : "");
  const named = { ...question, name: `${tool.id}-${question.name}` };
  const answers = { background: "outdoor", gender: "female", mode: "replace", replacement: "studio-backdrop" };
  const shared = { answers, photo: null };
  const invalid = { ...named, name: `${named.name}-wrong` };
  return (
    <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-start lg:gap-16">
      <QuestionField {...shared} question={named} value={value} error={undefined} onChange={setValue} />
      <QuestionField {...shared} question={invalid} value="" error="Please choose one." onChange={() => {}} />
    </div>
  );
}

const problems = [{ field: "wrong", message: "Please enter your email address." }, { message: "Please try again." }];
