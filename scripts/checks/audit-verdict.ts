export interface AuditVerdict {
  passed: boolean;
  line: string;
}

/** What `npm audit --json` printed, judged. `SKIPPED:` lines are shown by the runner of the checks. */
export function auditVerdict(printed: string): AuditVerdict {
  const counts = countsIn(printed);
  if (!counts) {
    return {
      passed: true,
      line: "SKIPPED: dependency audit: this registry answers no audit. Run `npm audit --omit=dev` where one does.",
    };
  }
  const { high = 0, critical = 0, total = 0 } = counts;
  const passed = high + critical === 0;
  return { passed, line: `MEASURED: dependency audit: ${total} known weaknesses, ${high} high, ${critical} critical` };
}

/** Null when what came is no report. */
function countsIn(printed: string): Partial<Record<"high" | "critical" | "total", number>> | null {
  try {
    const report = JSON.parse(printed) as { metadata?: { vulnerabilities?: Record<string, number> } };
    return report.metadata?.vulnerabilities ?? null;
  } catch {
    return null;
  }
}
