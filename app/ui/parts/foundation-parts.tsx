import { BrandLogo, BrandMark } from "../brand-mark.tsx";
import { Icon, iconNames } from "../icon.tsx";
import tokens from "../styles/tokens.css?raw";
import { Part, State } from "./part.tsx";

export function FoundationParts() {
  return (
    <>
      <Part title="Brand and icons">
        <div className="row">
          <span className="logo">
            <BrandLogo />
          </span>
          <BrandMark className="notice-mark" />
        </div>
        <div className="row">
          {iconNames.map((name) => (
            <State key={name} name={name}>
              <Icon name={name} size="i-l" />
            </State>
          ))}
        </div>
      </Part>
      <Part title="Colours">
        <div className="parts-swatches">
          {colours.map((name) => (
            <State key={name} name={name}>
              <div className="parts-swatch btn-block" style={{ background: `var(${name})` }} />
            </State>
          ))}
        </div>
      </Part>
      <Part title="Type">
        <h1>Heading 1: Choose a style</h1>
        <h2>Heading 2: Recent Activity</h2>
        <h3>Heading 3: Background Engine</h3>
        <p className="lede">Lede. Any photo becomes a professional result.</p>
        <p>
          Body. If anything fails, you get your gem back automatically. <a href="#type">A link</a>
        </p>
        <p className="small muted">Small. Nov 20, 2026, 8:14 PM · 1 gem</p>
      </Part>
      <Part title="Buttons">
        {["btn-primary", "btn-secondary", "btn-quiet", "btn-danger"].map((look) => (
          <div key={look} className="row">
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
        <div className="row">
          <button type="button" className="btn btn-primary btn-lg">
            Transform Photo{" "}
            <span className="cost">
              <Icon name="gem" />1 gem
            </span>
          </button>
          <button type="button" className="btn btn-secondary btn-sm">
            Small
          </button>
          <button type="button" className="btn btn-quiet btn-icon" aria-label="Close">
            <Icon name="close" />
          </button>
          <button type="button" className="btn btn-quiet btn-danger-quiet">
            <Icon name="trash" />
            Delete
          </button>
        </div>
      </Part>
      <Part title="Tags and loading">
        <div className="row">
          <span className="tag">With an AI model connected</span>
          <span className="tag tag-gem">Most Popular</span>
          <span className="tag tag-warn">Waiting</span>
          <span className="tag tag-danger">Failed</span>
          <span className="spin" role="img" aria-label="Loading" />
        </div>
        <div className="skeleton" />
      </Part>
    </>
  );
}

const colours = [...new Set([...tokens.matchAll(/(--[\w-]+): light-dark/g)].map(([, name]) => name ?? ""))];
