import { freePort } from "../../free-port.ts";
import { startBrowser } from "./processes.ts";
import type { Window, WindowOptions } from "./window.ts";

const element = "element-6066-11e4-a52e-4f735466cecf";

/** WebKitGTK's MiniBrowser by WebDriver, on a separate display. */
export async function openWebKit(driver: string, miniBrowser: string, { scripts }: WindowOptions): Promise<Window> {
  const port = await freePort();
  const browser = await startBrowser(
    () => ["xvfb-run", "-a", "sh", "-c", `echo ready; exec ${driver} --port=${port}`],
    /(ready)/,
    { environment: { WEBKIT_DISABLE_COMPOSITING_MODE: "1" } },
  );
  const send = async <T>(method: "POST" | "DELETE", path: string, body: object = {}): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: JSON.stringify(body) });
    const { value } = (await response.json()) as { value: T & { message?: string } };
    if (!response.ok) throw new Error(value.message);
    return value;
  };
  const args = ["--automation", ...(scripts ? [] : ["--enable-javascript-markup=false"])];
  const alwaysMatch = { "webkitgtk:browserOptions": { binary: miniBrowser, args } };
  const begin = () => send<{ sessionId: string }>("POST", "/session", { capabilities: { alwaysMatch } });
  const { sessionId } = await retried(begin);
  const post = <T>(path: string, body: object) => send<T>("POST", `/session/${sessionId}${path}`, body);
  return {
    open: (url) => post("/url", { url }),
    evaluate: (expression) => post("/execute/sync", { script: `return (${expression})`, args: [] }),
    async chooseFile(selector, file) {
      const found = await post<Record<string, string>>("/element", { using: "css selector", value: selector });
      await post(`/element/${found[element]}/value`, { text: file });
    },
    async close() {
      await send("DELETE", `/session/${sessionId}`).catch(() => {});
      await browser.end();
    },
  };
}

/** The driver listens a moment after it starts. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 100; ; tries -= 1) {
    try {
      return await work();
    } catch (error) {
      if (!tries || !(error instanceof TypeError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
