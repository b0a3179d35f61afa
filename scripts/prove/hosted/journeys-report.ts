import { z } from "zod";

export interface Journey {
  name: string;
  /** "flaky" passed only when it was tried again; "not run" was left out without a reason, or interrupted. */
  outcome: "passed" | "flaky" | "failed" | "skipped" | "not run";
  /** Of a skipped one. */
  because: string;
}

export interface JourneysReport {
  journeys: Journey[];
  /** What went wrong outside every journey, such as a product that had loaded an embedded part. */
  errors: string[];
}

const testSchema = z.object({
  projectName: z.string(),
  status: z.enum(["expected", "unexpected", "flaky", "skipped"]),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
});
type Test = z.infer<typeof testSchema>;
interface Suite {
  title: string;
  specs?: { title: string; tests: Test[] }[] | undefined;
  suites?: Suite[] | undefined;
}
const suiteSchema: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    title: z.string(),
    specs: z.array(z.object({ title: z.string(), tests: z.array(testSchema) })).optional(),
    suites: z.array(suiteSchema).optional(),
  }),
);
const reportSchema = z.object({
  suites: z.array(suiteSchema).default([]),
  errors: z.array(z.object({ message: z.string().default("an error without words") })).default([]),
});

/** Reads a report of Playwright's JSON reporter. */
export function readReport(report: unknown): JourneysReport {
  const inSuite = ({ title, specs = [], suites = [] }: Suite, file = title): Journey[] => [
    ...specs.flatMap((spec) =>
      spec.tests.map((test) => ({ name: `${file}: ${spec.title} (${test.projectName})`, ...outcomeOf(test) })),
    ),
    ...suites.flatMap((suite) => inSuite(suite, file)),
  ];
  const { suites, errors } = reportSchema.parse(report);
  return { journeys: suites.flatMap((suite) => inSuite(suite)), errors: errors.map(({ message }) => message) };
}

/** Playwright calls skipped also what it never came to. */
function outcomeOf({ status, annotations }: Test): Pick<Journey, "outcome" | "because"> {
  const because = annotations.find(({ type }) => type === "skip")?.description ?? "";
  if (status === "skipped") return because ? { outcome: "skipped", because } : { outcome: "not run", because };
  const outcomes = { expected: "passed", unexpected: "failed", flaky: "flaky" } as const;
  return { outcome: outcomes[status], because: "" };
}

const outcomes = ["passed", "flaky", "failed", "not run", "skipped"] as const;

/** The counts, what did not simply pass by its name, how many were skipped for each reason, and errors beside them. */
export function tableOf({ journeys, errors }: JourneysReport): string {
  const of = (outcome: Journey["outcome"]) => journeys.filter((journey) => journey.outcome === outcome);
  const reasons = Map.groupBy(of("skipped"), ({ because }) => because);
  return [
    outcomes.map((name) => `${of(name).length} ${name}`).join(", "),
    ...(["failed", "not run"] as const).flatMap((name) => of(name).map((each) => `${name.padEnd(8)} ${each.name}`)),
    // As the runner of the checks shows them.
    ...of("flaky").map(({ name }) => `TRIED AGAIN: ${name}`),
    ...[...reasons].flatMap(([because, those]) => [
      `skipped  ${those.length}: ${because}`,
      ...those.map(({ name }) => `         ${name}`),
    ]),
    ...errors.map((message) => `error    ${message}`),
  ].join("\n");
}
