import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { test as base, expect, type Page } from "@playwright/test";

export { expect };

/** The product on a data folder of its own, as `npm start` runs it. */
export class Product {
  readonly url: string;
  readonly #port: number;
  readonly #data: string;
  readonly #environment: Record<string, string>;
  #server: ChildProcess | null = null;
  /** What the server printed. */
  output = "";
  /** Where the product and its build stand; another one is the next version, deployed at the next start. */
  folder = process.cwd();

  private constructor(port: number, data: string, environment: Record<string, string>) {
    this.#port = port;
    this.#data = data;
    this.#environment = environment;
    this.url = `http://localhost:${port}`;
  }

  /** With `environment` beside its own settings. */
  static async create(environment: Record<string, string> = {}): Promise<Product> {
    const product = new Product(await freePort(), await mkdtemp(join(tmpdir(), "photogem-journey-")), environment);
    await product.start();
    return product;
  }

  /** Starts the server, with settings beside its own, and waits until it is ready. */
  async start(settings: Record<string, string> = {}) {
    const { PATH = "", HOME = "" } = process.env;
    const server = spawn(process.execPath, ["app/http/server.ts"], {
      env: {
        PATH,
        HOME,
        PORT: String(this.#port),
        DATA_DIR: this.#data,
        LOG_LEVEL: "warn",
        ...this.#environment,
        ...settings,
      },
      cwd: this.folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#server = server;
    const ready = Promise.withResolvers<void>();
    const hear = (chunk: Buffer) => {
      this.output += chunk.toString();
      if (/^ready /m.test(this.output)) ready.resolve();
    };
    this.output = "";
    server.stdout.on("data", hear);
    server.stderr.on("data", hear);
    server.once("exit", (code) => ready.reject(new Error(`the server ended with ${code}:\n${this.output}`)));
    await ready.promise;
  }

  /** Runs a command of the product's on its data folder, which the server must have left. Returns what it printed. */
  async command(script: string, ...args: string[]): Promise<string> {
    const { PATH = "", HOME = "" } = process.env;
    const env = { PATH, HOME, DATA_DIR: this.#data };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, ...args], { env });
    return stdout + stderr;
  }

  /** Ends the server as a power cut would, and waits until it is gone. */
  kill = () => this.#end("SIGKILL");

  /** Works on the data folder itself, which the server leaves meanwhile. */
  async atRest(work: (dataDirectory: string) => Promise<void>) {
    await this.kill();
    await work(this.#data);
    await this.start();
  }

  async remove() {
    await this.#end("SIGKILL");
    await rm(this.#data, { recursive: true, force: true, maxRetries: 5 });
  }

  /** The newest mail to this address, as the mailbox keeps it; waits for it to arrive. */
  async mailTo(address: string): Promise<{ subject: string; text: string }> {
    let found: { subject: string; text: string } | undefined;
    await expect(async () => {
      const names = (await readdir(join(this.#data, "mailbox")))
        .filter((name) => name.endsWith(".json"))
        .sort()
        .reverse();
      const mails = await Promise.all(names.map((name) => readFile(join(this.#data, "mailbox", name), "utf8")));
      found = mails.map((mail) => JSON.parse(mail)).find((mail) => mail.to === address);
      expect(found).toBeDefined();
    }).toPass();
    if (!found) throw new Error("no mail");
    return found;
  }

  async #end(signal: NodeJS.Signals) {
    const server = this.#server;
    this.#server = null;
    if (!server || server.exitCode !== null) return;
    const gone = new Promise((resolve) => server.once("exit", resolve));
    server.kill(signal);
    await gone;
  }
}

export interface Account {
  fullName: string;
  email: string;
  password: string;
}

let accounts = 0;
/** A person nobody knows yet. */
export const newAccount = (fullName = "Adaeze Okafor"): Account => ({
  fullName,
  email: `adaeze.${process.pid}.${(accounts += 1)}@example.com`,
  password: "correct horse battery",
});

export async function register(page: Page, product: Product, account: Account) {
  await page.goto(`${product.url}/register`);
  await page.getByLabel("Full Name").fill(account.fullName);
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByLabel("Confirm Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/verify-email");
}

/** Opens the link of the confirmation mail and presses its button. */
export async function confirm(page: Page, product: Product, account: Account) {
  await page.goto(linkIn((await product.mailTo(account.email)).text));
  await page.getByRole("button", { name: "Confirm my e-mail address" }).click();
  await page.waitForURL("**/dashboard");
}

export async function signIn(page: Page, product: Product, { email, password }: Pick<Account, "email" | "password">) {
  await page.goto(`${product.url}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

export function linkIn(text: string): string {
  const link = /https?:\/\/\S*\/auth\/confirm\S*/.exec(text)?.[0];
  if (!link) throw new Error(`no link in: ${text}`);
  return link;
}

/** Chooses a photo on a tool's page. With scripts the choice sends it; without, the button does. */
export async function choosePhoto(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) {
  await page.locator("input[type=file]").first().setInputFiles(file);
  const button = page.getByRole("button", { name: /^Upload/ });
  if (await button.isVisible()) await button.click();
}

/** Surprise Me with a photo chosen and nothing spent yet. */
export async function openDraft(page: Page, product: Product, file: string) {
  await page.goto(`${product.url}/surprise-me`);
  await choosePhoto(page, file);
  await page.waitForURL("**/surprise-me?draft=*");
  await expect(page.getByText(/, ready$/).first()).toBeVisible();
}

/** The balance the bar shows. */
export const gems = (page: Page) => page.locator("[data-gem-balance]").first();

interface Fixtures {
  /** A signed-in person with 2 gems, on the dashboard. */
  member: Account;
}

export const test = base.extend<Fixtures, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the first argument's shape
    async ({}, use) => {
      const product = await Product.create();
      await use(product);
      await product.remove();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  member: async ({ page, product }, use) => {
    const account = newAccount();
    await register(page, product, account);
    await confirm(page, product, account);
    await use(account);
  },
});

/** A port nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (!address || typeof address === "string") throw new Error("no port");
  return address.port;
}
