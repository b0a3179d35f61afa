import { Link } from "react-router";
import type { PresetChoice } from "./preset-choice.server.ts";

export function PresetLinks({ presets, preset, to }: PresetChoice & { to: (presetId: string) => string }) {
  return (
    <>
      <div className="head-row">
        <h2>Your presets</h2>
        <Link className="link-tap" to="/presets">
          All presets
        </Link>
      </div>
      <ul className="row">
        {presets.map(({ id, name }) => (
          <li key={id}>
            <Link
              className={`btn btn-sm ${id === preset?.id ? "btn-primary" : "btn-secondary"}`}
              to={to(id)}
              aria-current={id === preset?.id || undefined}
              preventScrollReset
            >
              <span className="wraps">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="stack" role="status">
        {preset ? <p className="panel small">{preset.description}</p> : null}
      </div>
    </>
  );
}
