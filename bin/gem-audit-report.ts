import type { Finding } from "../app/gems/audit/audit-gems.server.ts";

/** Ids shown of one check; the others are counted. */
const shownIds = 20;

/** The findings as a table, and below it the ids of what is off. */
export function report(findings: readonly Finding[]): string {
  const rows = [
    ["looked at", "off", ""],
    ...findings.map(({ check, examined, violations }) => [examined, violations.length, check.invariant]),
  ];
  const table = rows.map(([looked, off, promise]) => `${cell(looked, 9)}  ${cell(off, 5)}  ${promise}`.trimEnd());
  const broken = findings.filter(({ violations }) => violations.length);
  const details = broken.map(({ check, violations }) => {
    const shown = violations.slice(0, shownIds).map((id) => `  ${id}`);
    const more = violations.length > shownIds ? [`  and ${violations.length - shownIds} more`] : [];
    return [`Off: ${check.invariant} (${check.names}):`, ...shown, ...more].join("\n");
  });
  const verdict = broken.length
    ? `${broken.length} of ${findings.length} promises are broken.`
    : `All ${findings.length} promises hold.`;
  return [table.join("\n"), ...details, verdict].join("\n\n");
}

const cell = (value: string | number | undefined, width: number) => String(value ?? "").padStart(width);
