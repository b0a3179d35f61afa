import { BrandLogo, BrandMark } from "../brand-mark.tsx";
import { Icon, iconNames } from "../icon.tsx";
import { Part, State } from "./part.tsx";
import theme from "../styles/theme.css?raw";

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
              <div className="h-14 w-full rounded-sm hairline" style={{ background: `var(${name})` }} />
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
                <button type="button" className={`btn ${look} ${state}`}>
                  Continue
                </button>
              </State>
            ))}
            <State name="disabled">
              <button type="button" className={`btn ${look}`} disabled>
                Continue
              </button>
            </State>
            <State name="unavailable">
              <button type="button" className={`btn ${look}`} aria-disabled="true">
                Continue
              </button>
            </State>
            <State name="busy">
              <button type="button" className={`btn ${look}`} aria-busy="true">
                <span className="spin" aria-hidden="true" />
                Saving...
              </button>
            </State>
          </div>
        ))}
        <div className="flex flex-wrap items-center gap-3">
          <button type="button" className="btn btn-lg btn-primary">
            Transform Photo{" "}
            <span className="cost">
              <Icon name="gem" />1 gem
            </span>
          </button>
          <button type="button" className="btn btn-sm btn-secondary">
            Small
          </button>
          <button type="button" className="btn btn-icon btn-quiet" aria-label="Close">
            <Icon name="close" />
          </button>
          <button type="button" className="btn btn-quiet btn-danger-quiet">
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
