import { z } from "zod";

export interface Journey {
  name: string;
  outcome: "passed" | "flaky" | "failed" | "skipped";
  /** Of a skipped one. */
  because: string;
}

const testSchema = z.object({
  projectName: z.string(),
  status: z.enum(["expected", "unexpected", "flaky", "skipped"]),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
});
interface Suite {
  title: string;
  specs?: { title: string; tests: z.infer<typeof testSchema>[] }[] | undefined;
  suites?: Suite[] | undefined;
}
const suiteSchema: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    title: z.string(),
    specs: z.array(z.object({ title: z.string(), tests: z.array(testSchema) })).optional(),
    suites: z.array(suiteSchema).optional(),
  }),
);
const reportSchema = z.object({ suites: z.array(suiteSchema).default([]) });

/** The journeys in a report of Playwright's JSON reporter. */
export function journeysIn(report: unknown): Journey[] {
  const outcomes = { expected: "passed", unexpected: "failed", flaky: "flaky", skipped: "skipped" } as const;
  const inSuite = ({ title, specs = [], suites = [] }: Suite, file = title): Journey[] => [
    ...specs.flatMap((spec) =>
      spec.tests.map(({ status, annotations, projectName }) => ({
        name: `${file}: ${spec.title} (${projectName})`,
        outcome: outcomes[status],
        because: annotations.find(({ type }) => type === "skip")?.description ?? "",
      })),
    ),
    ...suites.flatMap((suite) => inSuite(suite, file)),
  ];
  return reportSchema.parse(report).suites.flatMap((suite) => inSuite(suite));
}

/** The counts, what failed, and what was skipped with its reason. */
export function tableOf(journeys: readonly Journey[]): string {
  const of = (outcome: Journey["outcome"]) => journeys.filter((journey) => journey.outcome === outcome);
  const counts = (["passed", "flaky", "failed", "skipped"] as const).map((name) => `${of(name).length} ${name}`);
  return [
    counts.join(", "),
    ...[...of("failed"), ...of("flaky")].map(({ outcome, name }) => `${outcome}   ${name}`),
    ...of("skipped").map(({ name, because }) => `skipped  ${name}: ${because}`),
  ].join("\n");
}
