import type { Tool } from "../tool.ts";
import { Link } from "react-router";
import { originalDays } from "../../photos/retention/limits.ts";
import { Icon } from "../../ui/icon.tsx";

export function StepList({ tool, number }: { tool: Tool; number: number }) {
  const names = ["Upload", ...tool.steps.map(({ name }) => name), "Processing", "Result"];
  return (
    <div className="steps grid grid-cols-1 gap-2">
      <p className="flex justify-between gap-3 text-sm font-medium text-ink-2">
        <span>
          {tool.title}, step {number} of {names.length}
        </span>
        <span>{names[number - 1]}</span>
      </p>
      <ol className="grid auto-cols-[1fr] grid-flow-col gap-[4px]" aria-label="Steps">
        {names.map((name, index) => (
          <li
            key={name}
            className={`h-[5px] overflow-hidden rounded-[3px] forced-colors:[border:1px_solid_CanvasText] ${looks[Math.sign(index + 1 - number) + 1]}`}
            aria-current={index + 1 === number ? "step" : undefined}
          >
            <span className="sr-only">{name}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Past, current and future steps. */
const looks = [
  "bg-gem forced-colors:[forced-color-adjust:none] forced-colors:[background:Highlight]",
  "[background:linear-gradient(to_right,var(--color-gem)_50%,var(--color-gem-soft-2)_50%)] forced-colors:[forced-color-adjust:none] forced-colors:[background:Highlight]",
  "bg-fill-2",
] as const;

export function ToolSteps({ tool, retainsOriginals }: { tool: Tool; retainsOriginals: boolean }) {
  return (
    <>
      <section className="grid grid-cols-1 gap-4">
        <h2>What happens</h2>
        <ol className="stages">
          {tool.howItWorks.map(({ icon, text }) => (
            <li key={text} className="done">
              <Icon name={icon} />
              {text}
            </li>
          ))}
        </ol>
      </section>
      <p className="text-sm text-ink-2">
        Your photo stays private. If anything fails, you get your gem back automatically.
        {retainsOriginals ? null : (
          <>
            {` We delete your original photo after ${originalDays} days. `}
            <Link to="/settings#originals">Keep it instead</Link>
          </>
        )}
      </p>
    </>
  );
}
