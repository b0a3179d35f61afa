import { Link } from "react-router";
import { isToolId, toolList } from "../../tools/tool-list.ts";

export function OwnPresets({ presets }: { presets: { id: string; name: string; tool: string }[] }) {
  return (
    <section className="stack">
      <div className="head-row">
        <h2>Your presets</h2>
        <Link className="link-tap" to="/presets">
          All presets
        </Link>
      </div>
      <ul className="rows">
        {presets.map(({ id, name, tool }) =>
          isToolId(tool) ? (
            <li key={id} className="item item-whole">
              <div className="item-text">
                <Link className="item-link" to={`${toolList[tool].path}?preset=${id}`}>
                  <span className="wraps">{name}</span>
                </Link>
              </div>
              <span className="muted small">{toolList[tool].title}</span>
            </li>
          ) : null,
        )}
      </ul>
    </section>
  );
}
