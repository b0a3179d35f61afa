import { startBrowser } from "./processes.ts";
import { connect, type Window, type WindowOptions } from "./window.ts";

interface Evaluated {
  type: "success" | "exception";
  result: { value: string };
  exceptionDetails?: { text: string };
}

const sandbox = "journey";
const channel = { type: "channel", value: { channel: "refused" } };
const reportRefusals = `(report) => document.addEventListener("securitypolicyviolation", (event) =>
  report(event.effectiveDirective + " " + event.blockedURI + " on " + document.location.pathname))`;

/** Firefox by WebDriver BiDi, which it supports without a driver. */
export async function openFirefox(binary: string, { scripts }: WindowOptions): Promise<Window> {
  const preferences = `user_pref("javascript.enabled", ${scripts});\n`;
  const browser = await startBrowser(
    (profile) => [binary, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"],
    /WebDriver BiDi listening on (ws:\S+)/,
    { preferences },
  );
  const refused: string[] = [];
  const send = await connect(`${browser.address}/session`, ({ method, params }) => {
    if (method === "script.message") refused.push(params.data.value);
  });
  await send("session.new", { capabilities: {} });
  await send("session.subscribe", { events: ["script.message"] });
  await send("script.addPreloadScript", { functionDeclaration: reportRefusals, sandbox, arguments: [channel] });
  const tree = await send<{ contexts: { context: string }[] }>("browsingContext.getTree");
  const context = tree.contexts[0]?.context ?? "";
  await send("browsingContext.setViewport", { context, viewport: { width: 360, height: 740 } });
  // Separate from the page's own realm, which runs nothing when its scripts are off.
  const target = { context, sandbox };
  return {
    open: async (url) => void (await send("browsingContext.navigate", { context, url, wait: "interactive" })),
    async evaluate<T>(expression: string) {
      // No promise, because none resolves with scripts off.
      const json = `JSON.stringify((${expression}) ?? null)`;
      const answer = await send<Evaluated>("script.evaluate", { expression: json, target, awaitPromise: false });
      if (answer.type === "exception") throw new Error(answer.exceptionDetails?.text);
      return JSON.parse(answer.result.value) as T;
    },
    async chooseFile(selector, file) {
      const locator = { type: "css", value: selector };
      const { nodes } = await send<{ nodes: { sharedId: string }[] }>("browsingContext.locateNodes", {
        context,
        locator,
      });
      await send("input.setFiles", { context, element: { sharedId: nodes[0]?.sharedId }, files: [file] });
    },
    refusedByPolicy: () => refused,
    close: browser.end,
  };
}
