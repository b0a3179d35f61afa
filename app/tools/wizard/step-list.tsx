import type { Tool } from "../tool.ts";

export function StepList({ tool, number }: { tool: Tool; number: number }) {
  const names = ["Upload", ...tool.steps.map(({ name }) => name), "Processing", "Result"];
  return (
    <div className="steps">
      <p className="steps-now">
        <span>
          {tool.title}, step {number} of {names.length}
        </span>
        <span>{names[number - 1]}</span>
      </p>
      <ol aria-label="Steps">
        {names.map((name, index) => (
          <li
            key={name}
            className={index + 1 < number ? "done" : undefined}
            aria-current={index + 1 === number ? "step" : undefined}
          >
            <span className="vh">{name}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
