import type { Bench } from "../bench.ts";
import { logNetwork } from "../browser/network-log.ts";
import { phone } from "../browser/phone.ts";
import { listed, loadsReact } from "../browser/wire.ts";
import type { Readings } from "../budgets.ts";

/** Every page a signed-out visitor can open, with the status it must answer. */
const pages = [
  ["/", 200],
  ["/mobile", 200],
  ["/login", 200],
  ["/register", 200],
  ["/verify-email", 200],
  ["/forgot-password", 200],
  ["/reset-password", 200],
  ["/terms", 200],
  ["/privacy", 200],
  ["/support", 200],
  ["/nowhere", 404],
] as const;

export async function measurePublicPages(bench: Bench): Promise<Readings> {
  const { url } = await bench.product();
  const browser = await bench.browser();
  const wrong: string[] = [];
  const blocking: string[] = [];
  const react: string[] = [];
  for (const [path, status] of pages) {
    const context = await browser.newContext(phone);
    try {
      const page = await context.newPage();
      const log = await logNetwork(page);
      const answer = await page.goto(url + path);
      await log.quiet(500, 20_000);
      const landed = new URL(page.url()).pathname;
      if (answer?.status() !== status || landed !== path) wrong.push(`${path}: ${answer?.status()} at ${landed}`);
      const requests = log.requests();
      blocking.push(
        ...requests.filter((request) => request.blocking).map((request) => `${path}: ${listed([request])}`),
      );
      if (loadsReact(requests)) react.push(path);
    } finally {
      await context.close();
    }
  }
  const counted = (list: string[]) => ({ value: list.length, note: list.join(", ") });
  return { publicAnswers: counted(wrong), publicBlocking: counted(blocking), publicReact: counted(react) };
}
