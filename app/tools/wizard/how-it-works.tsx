import { Link } from "react-router";
import { originalDays } from "../../photos/retention/limits.ts";
import { Icon } from "../../ui/icon.tsx";
import type { Tool } from "../tool.ts";

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
