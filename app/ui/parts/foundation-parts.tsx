import { BrandLogo, BrandMark } from "../brand-mark.tsx";
import { Icon, iconNames } from "../icon.tsx";
import theme from "../styles/theme.css?raw";
import { type ReactNode, useState } from "react";
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

export function FoundationParts() {
  return (
    <>
      <Part title="Brand and icons">
        <div className="flex flex-wrap items-center gap-3">
          <span className="mr-auto inline-flex min-h-tap items-center text-ink">
            <BrandLogo />
          </span>
          <BrandMark className="w-[4rem]" />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {iconNames.map((name) => (
            <State key={name} name={name}>
              <Icon name={name} className="size-7" />
            </State>
          ))}
        </div>
      </Part>
      <Part title="Colours">
        <div className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-3">
          {colourNames.map((name) => (
            <State key={name} name={name}>
              <div className="h-14 w-full rounded-sm border" style={{ background: `var(${name})` }} />
            </State>
          ))}
        </div>
      </Part>
      <Part title="Type">
        <h1>Heading 1: Choose a style</h1>
        <h2>Heading 2: Recent Activity</h2>
        <h3>Heading 3: Background Engine</h3>
        <p className="max-w-measure text-lg text-ink-2">Lede. Any photo becomes a professional result.</p>
        <p>
          Body. If anything fails, you get your gem back automatically. <a href="#type">A link</a>
        </p>
        <p className="text-sm text-ink-2">Small. Nov 20, 2026, 8:14 PM · 1 gem</p>
      </Part>
      <Part title="Buttons">
        {["btn-primary", "btn-secondary", "btn-quiet", "btn-danger"].map((look) => (
          <div key={look} className="flex flex-wrap items-center gap-3">
            {["", "is-hover", "is-focus", "is-active"].map((state) => (
              <State key={state} name={state.slice(3) || look}>
                <button type="button" className={`${look} ${state}`}>
                  Continue
                </button>
              </State>
            ))}
            <State name="disabled">
              <button type="button" className={`${look}`} disabled>
                Continue
              </button>
            </State>
            <State name="unavailable">
              <button type="button" className={`${look}`} aria-disabled="true">
                Continue
              </button>
            </State>
            <State name="busy">
              <button type="button" className={`${look}`} aria-busy="true">
                <span className="spin" aria-hidden="true" />
                Saving...
              </button>
            </State>
          </div>
        ))}
        <div className="flex flex-wrap items-center gap-3">
          <button type="button" className="btn-lg btn-primary">
            Transform Photo{" "}
            <span className="cost">
              <Icon name="gem" />1 gem
            </span>
          </button>
          <button type="button" className="btn-sm btn-secondary">
            Small
          </button>
          <button type="button" className="btn-icon btn-quiet" aria-label="Close">
            <Icon name="close" />
          </button>
          <button type="button" className="btn-quiet btn-danger-quiet">
            <Icon name="trash" />
            Delete
          </button>
        </div>
      </Part>
      <Part title="Tags and loading">
        <div className="flex flex-wrap items-center gap-3">
          <span className="tag">Coming Soon</span>
          <span className="tag bg-gem-soft text-gem">Most Popular</span>
          <span className="tag bg-warn-soft text-warn">Waiting</span>
          <span className="tag bg-danger-soft text-danger">Failed</span>
          <span className="spin" role="img" aria-label="Loading" />
        </div>
        <div className="animate-pulse" />
      </Part>
    </>
  );
}

const colours = (css = "") => [...css.matchAll(/(--color-[\w-]+): [^;]+;/g)];

const dark = colours(/prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}/.exec(theme)?.[1]);
const colourNames = dark.map(([, name = ""]) => name);
const light = colours(theme).filter(([, name = ""], at, all) => all.findIndex(([, other]) => other === name) === at);

/** Lets `data-theme` choose a theme for a part of the page; the product follows the system alone. */
export function forceThemes() {
  const sheet = new CSSStyleSheet();
  for (const [name, tokens] of Object.entries({ light, dark })) {
    sheet.insertRule(`[data-theme=${name}]{color-scheme:${name};${tokens.map(([token]) => token).join("")}}`);
  }
  document.adoptedStyleSheets.push(sheet);
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-6 border-t py-8">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-2">
      <span className="text-xs text-ink-2">{name}</span>
      {children}
    </div>
  );
}

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
