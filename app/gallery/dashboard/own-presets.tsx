import { Link } from "react-router";
import { isToolId, toolList } from "../../tools/tool-list.ts";

export function OwnPresets({ presets }: { presets: { id: string; name: string; tool: string }[] }) {
  return (
    <section className="grid grid-cols-1 gap-4">
      <div className="flex min-h-tap flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2>Your presets</h2>
        <Link className="inline-flex min-h-tap min-w-tap items-center font-medium" to="/presets">
          All presets
        </Link>
      </div>
      <ul className="hairline-t [&>li]:hairline-b">
        {presets.map(({ id, name, tool }) =>
          isToolId(tool) ? (
            <li key={id} className="group relative item-row">
              <div className="item-text">
                <Link
                  className="inline-flex min-h-tap items-center no-underline after:absolute after:inset-0 after:content-[''] group-hover:underline"
                  to={`${toolList[tool].path}?preset=${id}`}
                >
                  <span className="block max-w-full min-w-0 wrap-anywhere">{name}</span>
                </Link>
              </div>
              <span className="text-sm text-ink-2">{toolList[tool].title}</span>
            </li>
          ) : null,
        )}
      </ul>
    </section>
  );
}
