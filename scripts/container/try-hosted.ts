import { startHostedServices } from "../../tests/servers/hosted-services.ts";
import { runContainer, type Place } from "./run-container.ts";
import type { Seen } from "./seen.ts";
import { ended, lookInside } from "./try-whole.ts";

/**
 * The hosted image against every service by its protocol: the release command, twice, then a web and a worker process.
 * And without its services: it has to say what is missing.
 */
export async function tryHosted(place: Place): Promise<Seen[]> {
  const services = await startHostedServices();
  place.closing.add(services.stop);
  const environment: Record<string, string> = { ...services.environment, ALLOW_EMBEDDED: "0", HOST: "127.0.0.1" };
  const end = async (args: string[], given: Record<string, string>) => {
    const container = await runContainer(place, args, { environment: given });
    return { code: await container.ended, output: container.output().trim() };
  };
  const seen: Seen[] = [];
  const alone = await end(["node", "app/server/http/server.ts"], { ALLOW_EMBEDDED: "0" });
  const says = alone.output.split("\n").at(-1) ?? "";
  seen.push({ what: "hosted: without services", value: says, ok: alone.code === 1 && says.includes("missing") });
  for (const [time, expected] of [
    ["first", /^Applied/m],
    ["second", /^Nothing to apply/m],
  ] as const) {
    const { code, output } = await end(["node", "app/server/database/migrate.ts"], environment);
    const value = `exit ${code}, ${(output.split("\n").at(-1) ?? "").slice(0, 60)}`;
    seen.push({ what: `hosted: release command, ${time} time`, value, ok: code === 0 && expected.test(output) });
  }
  const readyUrl = `http://127.0.0.1:${environment["PORT"]}/readyz`;
  const web = await runContainer(place, ["node", "app/server/http/server.ts"], {
    environment: { ...environment, WORKER: "none" },
    readyUrl,
  });
  seen.push({ what: "hosted: web, until /readyz", value: `${web.startMs?.toFixed(0)} ms`, ok: web.startMs !== null });
  seen.push(...(await lookInside(web, "hosted")));
  const worker = await runContainer(place, ["node", "app/transformations/running/worker.ts"], { environment });
  const working = await saying(worker.output, "working");
  seen.push({ what: "hosted: worker", value: working ? "working" : worker.output().slice(-200), ok: working });
  const audit = await end(["node", "scripts/audit-gems.ts"], environment);
  const verdict = audit.output.split("\n").at(-1) ?? "";
  seen.push({ what: "hosted: gems:audit inside", value: verdict, ok: audit.code === 0 });
  return [
    ...seen,
    ended("hosted: web, SIGTERM", await web.stop()),
    ended("hosted: worker, SIGTERM", await worker.stop()),
  ];
}

async function saying(output: () => string, word: string): Promise<boolean> {
  for (let tries = 0; tries < 300 && !output().includes(word); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return output().includes(word);
}
