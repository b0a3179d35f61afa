import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../measure/servers/free-port.ts";
import { buildProduct, startProduct } from "../measure/servers/product.ts";
import { runContainer, type Place } from "./run-container.ts";
import type { Seen } from "./seen.ts";

const rounds = 3;

/** The whole image with nothing but itself: it starts, is confined, decodes and writes pictures, and ends when told. */
export async function tryWhole(place: Place): Promise<Seen[]> {
  const port = await freePort();
  const environment = { HOST: "127.0.0.1", PORT: String(port) };
  const readyUrl = `http://127.0.0.1:${port}/readyz`;
  const run = () => runContainer(place, ["node", "app/server/http/server.ts"], { environment, readyUrl });
  const first = await run();
  const seen = await lookInside(first, "whole");
  const landing = await fetch(`http://127.0.0.1:${port}/`);
  seen.push({ what: "whole: the landing page", value: String(landing.status), ok: landing.ok });
  const stopped = await first.stop();
  seen.push(ended("whole: SIGTERM", stopped));

  buildProduct();
  const times = { container: [] as number[], bare: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const container = await run();
    times.container.push(container.startMs ?? Number.NaN);
    await container.stop();
    const from = performance.now();
    const bare = await startProduct(await mkdtemp(join(place.folder, "bare-")));
    times.bare.push(performance.now() - from);
    await bare.stop();
  }
  const [inside, outside] = [median(times.container), median(times.bare)];
  const ratio = inside / outside;
  const value = `${inside.toFixed(0)} ms, the bare process ${outside.toFixed(0)} ms: ${ratio.toFixed(2)} ×`;
  return [...seen, { what: "whole: start on an empty volume until /readyz, median of 3", value, ok: ratio < 3 }];
}

/** Who it is, what it may write, and that sharp's binary works there. */
export async function lookInside(container: Awaited<ReturnType<typeof runContainer>>, name: string): Promise<Seen[]> {
  const uid = (await container.exec("id", "-u")).trim();
  const written = await container.exec("sh", "-c", "touch /app/x 2>&1; touch /tmp/x && touch /data/x && echo written");
  const sharp = `import sharp from "sharp"; const made = sharp({ create: { width: 64, height: 64, channels: 3, background: "#a52" } });
    console.log((await made.avif().toBuffer()).length > 100 && (await made.webp().toBuffer()).length > 30)`;
  const encoded = (await container.exec("node", "--input-type=module", "-e", sharp)).trim();
  const status = await container.exec("sh", "-c", "grep -E 'CapEff|NoNewPrivs' /proc/1/status | tr -s '\\t\\n' '  '");
  return [
    { what: `${name}: user`, value: uid, ok: uid === "1000" },
    { what: `${name}: /app`, value: "read-only", ok: written.includes("Read-only file system") },
    { what: `${name}: /tmp and /data`, value: "writable", ok: written.includes("written") },
    { what: `${name}: privileges`, value: status.trim(), ok: /CapEff: 0+ NoNewPrivs: 1/.test(status) },
    { what: `${name}: sharp makes AVIF and WebP`, value: encoded, ok: encoded === "true" },
  ];
}

export const ended = (what: string, { code, ms }: { code: number | null; ms: number }): Seen => ({
  what,
  value: `exit ${code} after ${ms.toFixed(0)} ms`,
  ok: code === 0,
});

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
