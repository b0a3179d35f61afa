import type { Finding } from "../app/gems/audit/audit-gems.server.ts";

/** Ids shown of one check; the others are counted. */
const shownIds = 20;

/** The findings as a table, and below it the ids of what is off. */
export function report(findings: readonly Finding[]): string {
  const cell = (value: string | number, width: number) => String(value).padStart(width);
  const rows = findings.map(
    ({ check, examined, violations }) => `${cell(examined, 9)}  ${cell(violations.length, 5)}  ${check.invariant}`,
  );
  const broken = findings.filter(({ violations }) => violations.length);
  const details = broken.map(({ check, violations }) => {
    const shown = violations.slice(0, shownIds).map((id) => `  ${id}`);
    const more = violations.length > shownIds ? [`  and ${violations.length - shownIds} more`] : [];
    return [`Off: ${check.invariant} (${check.names}):`, ...shown, ...more].join("\n");
  });
  const verdict = broken.length
    ? `${broken.length} of ${findings.length} promises are broken.`
    : `All ${findings.length} promises hold.`;
  return [["looked at    off", ...rows].join("\n"), ...details, verdict].join("\n\n");
}
