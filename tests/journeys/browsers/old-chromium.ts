import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { startBrowser } from "./processes.ts";
import { connect, type Window, type WindowOptions } from "./window.ts";

const cache = join(import.meta.dirname, "../../../node_modules/.cache/old-chromium");

/** The package of each binary, and its path after `node tests/journeys/browsers/old-chromium.ts`. */
export const oldChromiums = [
  { version: 80, carrier: "chrome-aws-lambda@2.1.1", binary: join(cache, "80/chromium") },
  { version: 92, carrier: "@sparticuz/chromium@92.0.0", binary: join(cache, "92/chromium") },
  { version: 103, carrier: "@sparticuz/chromium@103.0.0", binary: join(cache, "103/chromium") },
] as const;

interface Evaluated<T> {
  result: { value: T; objectId?: string };
  exceptionDetails?: { text: string; exception?: { description?: string } };
}

/** A headless Chromium of any age, by DevTools' oldest commands. */
export async function openOldChromium(binary: string, { scripts }: WindowOptions): Promise<Window> {
  const browser = await startBrowser(
    (profile) => [
      binary,
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--hide-scrollbars",
      "--lang=en-US",
      // Without a key store Chromium 103 loses its network process, and all cookies, at the first save after 30 s.
      "--disable-cookie-encryption",
      `--user-data-dir=${profile}`,
      "--remote-debugging-port=0",
    ],
    /DevTools listening on (ws:\S+)/,
  );
  const refused: string[] = [];
  const send = await connect(browser.address, ({ method, params }) => {
    if (method === "Log.entryAdded" && params.entry.source === "security") refused.push(params.entry.text);
  });
  const { targetId } = await send<{ targetId: string }>("Target.createTarget", { url: "about:blank" });
  const session = await send<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true });
  const command = <T>(method: string, params: object = {}) => send<T>(method, params, session);
  await command("Page.enable");
  await command("Log.enable");
  await command("Emulation.setDeviceMetricsOverride", { width: 360, height: 740, deviceScaleFactor: 1, mobile: true });
  if (!scripts) await command("Emulation.setScriptExecutionDisabled", { value: true });
  const evaluate = async <T>(expression: string, returnByValue = true) => {
    const answer = await command<Evaluated<T>>("Runtime.evaluate", { expression, returnByValue });
    const { exceptionDetails: failed } = answer;
    if (failed) throw new Error(failed.exception?.description ?? failed.text);
    return answer.result;
  };
  return {
    open: async (url) => void (await command("Page.navigate", { url })),
    evaluate: async <T>(expression: string) => (await evaluate<T>(expression)).value,
    async chooseFile(selector, file) {
      const { objectId } = await evaluate(`document.querySelector(${JSON.stringify(selector)})`, false);
      await command("DOM.setFileInputFiles", { files: [file], objectId });
    },
    refusedByPolicy: () => refused,
    close: browser.end,
  };
}

/** Installs the binaries from npm packages. About 400 MB. */
async function install(): Promise<void> {
  for (const { carrier, binary } of oldChromiums) {
    if (existsSync(binary)) continue;
    const folder = dirname(binary);
    await mkdir(folder, { recursive: true });
    const tarball = execFileSync("npm", ["pack", "--silent", carrier], { cwd: folder, encoding: "utf8" }).trim();
    execFileSync("tar", ["xzf", tarball, "package/bin/chromium.br"], { cwd: folder });
    await writeFile(binary, brotliDecompressSync(await readFile(join(folder, "package/bin/chromium.br"))), {
      mode: 0o755,
    });
    await Promise.all([rm(join(folder, tarball)), rm(join(folder, "package"), { recursive: true })]);
  }
}

if (import.meta.main) await install();
