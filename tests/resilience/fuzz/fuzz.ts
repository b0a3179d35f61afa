import { aligned } from "../../../perf/report.ts";
import type { ProofResult, ProofRun } from "../resilience.ts";
import { seededRandom } from "../seeded-random.ts";
import { composeRequest, type FuzzRequest } from "./compose-request.ts";
import { openFuzzedProduct } from "./fuzzed-product.ts";
import { judgeAnswer, exchange } from "./raw-exchange.ts";
import type { ServerProcess } from "../../../perf/servers/product.ts";

const counts = { full: 20_000, sample: 300 } as const;
const atOnce = 8;
/** The generation routes wait a minute for a picture; no other route takes a second. */
const patienceMs = 75_000;
const renewEvery = 200;
const shownFaults = 20;

/**
 * Sends requests that our pages never send, at every route of the built product: odd methods, addresses, headers,
 * framings and bodies, signed in and out. None may get a 5xx, hang, reveal internals, end the process or make it log an
 * error.
 */
export async function proveFuzz({ seed, sample, closing }: ProofRun): Promise<ProofResult> {
  const product = await openFuzzedProduct(closing);
  const random = seededRandom(seed);
  const count = counts[sample ? "sample" : "full"];
  const statuses = new Map<string, number>();
  const faults: string[] = [];
  const output = newOutput(product.process);
  let [sent, slowest] = [0, 0];
  for (let begun = 0; begun < count && faults.length < shownFaults; begun += atOnce) {
    if (begun % renewEvery === 0) await product.keepSignedIn();
    // Composes in sequence, so that one seed always gives the same series.
    const requests = Array.from({ length: Math.min(atOnce, count - begun) }, () => composeRequest(random, product));
    const answers = await Promise.all(
      requests.map((request) => exchange(product.port, request.bytes, request.cut, patienceMs)),
    );
    for (const [index, request] of requests.entries()) {
      const answer = answers[index];
      if (!answer) continue;
      sent += 1;
      const status = answer.kind === "answered" ? String(answer.status) : answer.kind;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (answer.kind === "answered") slowest = Math.max(slowest, answer.milliseconds);
      const fault = judgeAnswer(answer, request.malformed);
      if (fault) faults.push(`${fault}: request ${begun + index}, ${shown(request)}`);
    }
    const logged = output.faults();
    if (logged.length)
      faults.push(`logged while answering ${which(begun, requests)}: ${logged.join("\n").slice(0, 2_000)}`);
  }
  const rows = [...statuses].sort().map(([status, times]) => [status, String(times)]);
  const text = [
    `${sent} requests at ${product.routes.length} routes; slowest answer ${Math.round(slowest)} ms`,
    ...aligned([["answer", "times"], ...rows], [1]),
    ...faults.slice(0, shownFaults),
  ];
  return { passed: faults.length === 0, text: text.join("\n") };
}

const which = (first: number, requests: FuzzRequest[]) =>
  `requests ${first} to ${first + requests.length - 1}:\n${requests.map(shown).join("\n")}\n`;

/** The first bytes of a request, without sessions. */
const shown = ({ bytes }: FuzzRequest) =>
  `  ${JSON.stringify(
    bytes
      .toString("latin1")
      .replace(/photogem-session=base64-[\w-]{600,}/g, "photogem-session=<a member's>")
      .slice(0, 900),
  )}`;

/** Warnings concern the requests; errors, and lines in another format, are faults of the product. */
function newOutput(process: ServerProcess): { faults: () => string[] } {
  let seen = process.output;
  return {
    faults() {
      const { output } = process;
      // `output` loses its oldest text as it grows.
      const overlap = seen.slice(-500);
      const fresh = output.slice(output.lastIndexOf(overlap) + overlap.length);
      seen = output;
      return fresh.split("\n").filter((line) => line.trim() !== "" && !/^\{"level":(?:10|20|30|40),/.test(line));
    },
  };
}
