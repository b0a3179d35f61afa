import { sandboxFaultFields } from "./sandbox-faults.ts";

export function SandboxFaultFields() {
  return Object.entries(sandboxFaultFields).map(([name, { label, options }]) => (
    <div className="field" key={name}>
      <label className="text-sm font-strong" htmlFor={name}>
        {label}
      </label>
      <select className="input" id={name} name={name}>
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  ));
}
