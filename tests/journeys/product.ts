import { execFile, spawn, type ChildProcess } from "node:child_process";
import { promisify } from "node:util";
import { test as base, expect, type Page } from "@playwright/test";
import { type Kysely, sql } from "kysely";
import type { HostedServices } from "../servers/hosted-services.ts";
import type { DB } from "../../app/server/database/types.ts";
import type { PhotoHost } from "../../app/photos/photo-host.ts";
import { freePort } from "../free-port.ts";
import { embeddedReason, embeddedSurroundings } from "./surroundings/embedded.ts";
import { hostedSurroundings } from "./surroundings/hosted.ts";
import type { JourneyMail, Opened, Surroundings } from "./surroundings/surroundings.ts";

export { expect };

/** `npm run journeys:hosted` sets it. */
const runsHosted = process.env["HOSTED"] === "1";

/** The product as `npm start` runs it, on a separate data folder; with HOSTED=1 as deployed, on hosted services. */
export class Product {
  readonly url: string;
  /** The hosted services in use; null with embedded parts. */
  readonly hosted: HostedServices | null;
  readonly #surroundings: Surroundings;
  readonly #environment: Record<string, string>;
  #processes: ChildProcess[] = [];
  output = "";
  /** Folder of the product and its build; another folder is the next version, deployed at the next start. */
  folder = process.cwd();

  private constructor(surroundings: Surroundings, environment: Record<string, string>) {
    this.#surroundings = surroundings;
    this.#environment = environment;
    this.hosted = surroundings.hosted;
    this.url = `http://localhost:${surroundings.port}`;
  }

  /** `environment` is added to the product's own settings. */
  static async create(environment: Record<string, string> = {}): Promise<Product> {
    const open = runsHosted ? hostedSurroundings : embeddedSurroundings;
    const product = new Product(await open(await freePort()), environment);
    try {
      await product.start();
    } catch (error) {
      // The reason of the failed start matters more than later errors.
      await product.remove().catch(() => {});
      throw error;
    }
    return product;
  }

  /** Starts the product with additional settings and waits until it is ready. */
  async start(settings: Record<string, string> = {}) {
    await this.#surroundings.prepare(this.folder);
    this.output = "";
    await Promise.all(this.#surroundings.processes.map((each) => this.#launch(each, settings)));
  }

  async #launch({ file, environment, ready }: Surroundings["processes"][number], settings: Record<string, string>) {
    const env = { LOG_LEVEL: "warn", ...this.#settings(), ...environment, ...settings };
    const started = spawn(process.execPath, [...this.#surroundings.nodeOptions, file], {
      env,
      cwd: this.folder,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      serialization: "advanced",
    });
    this.#processes.push(started);
    const isReady = Promise.withResolvers<void>();
    let said = "";
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      this.output += chunk.toString();
      if (ready.test(said)) isReady.resolve();
    };
    started.stdout?.on("data", hear);
    started.stderr?.on("data", hear);
    started.once("exit", (code) => isReady.reject(new Error(`${file} ended with ${code}:\n${said}`)));
    await isReady.promise;
  }

  #settings(): Record<string, string> {
    const { PATH = "", HOME = "" } = process.env;
    return { PATH, HOME, ...this.#surroundings.environment, ...this.#environment };
  }

  /** Runs one of the product's commands; an embedded product must be stopped first. Returns the output. */
  async command(script: string, ...args: string[]): Promise<string> {
    const env = this.#settings();
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [...this.#surroundings.nodeOptions, script, ...args],
      { env },
    );
    return stdout + stderr;
  }

  /** Ends the product like a power cut, and waits for its exit. */
  kill = () => this.#end("SIGKILL");

  /** Changes rows, in single statements, and stored images while the product runs. */
  async change(work: (running: { kysely: Kysely<DB>; photoHost: PhotoHost }) => Promise<void>) {
    const [server] = this.#processes;
    if (!server) throw new Error("the product does not run");
    const running = await this.#surroundings.reach(server);
    await work(running).finally(running.close);
  }

  /** Works on the rows in transactions; an embedded product stops meanwhile, because one process owns its database. */
  atRest(work: (opened: Opened) => Promise<void>) {
    return this.stopped(async () => {
      const opened = await this.#surroundings.open();
      await work(opened).finally(opened.close);
    });
  }

  /** Resets the rate limits: all members join from one address, which would reach them in a long run. */
  admitMember = () =>
    this.change(async ({ kysely }) => void (await sql`delete from private.rate_limits`.execute(kysely)));

  /** Runs commands that need exclusive access to the embedded data; a hosted product continues meanwhile. */
  async stopped(work: () => Promise<void>) {
    if (!this.hosted) await this.kill();
    await work();
    if (!this.hosted) await this.start();
  }

  async remove() {
    await this.#end("SIGKILL");
    await this.#surroundings.remove();
  }

  /** Waits until the browser is on a payment page. */
  reachedCheckout = (page: Page) => page.waitForURL(this.#surroundings.checkoutPages);

  /** All sent mail, the newest first. */
  mails = () => this.#surroundings.mails();

  /** Waits for the newest mail to this address. */
  async mailTo(address: string): Promise<JourneyMail> {
    let found: JourneyMail | undefined;
    await expect(async () => {
      found = (await this.mails()).find((mail) => mail.to === address);
      expect(found).toBeDefined();
    }).toPass();
    if (!found) throw new Error("no mail");
    return found;
  }

  async #end(signal: NodeJS.Signals) {
    const running = this.#processes.splice(0).filter(({ exitCode, signalCode }) => exitCode === null && !signalCode);
    const gone = running.map((each) => new Promise((resolve) => each.once("exit", resolve)));
    for (const each of running) each.kill(signal);
    await Promise.all(gone);
  }
}

export interface Account {
  fullName: string;
  email: string;
  password: string;
}

let accounts = 0;
/** The data of a new person. */
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

/** Opens the link of the confirmation mail and clicks its button. */
export async function confirm(page: Page, product: Product, account: Account) {
  await page.goto(linkIn((await product.mailTo(account.email)).text));
  await page.getByRole("button", { name: "Confirm my email address" }).click();
  await page.waitForURL("**/dashboard");
}

/** Joins as `register` and `confirm` do, with the same requests but without their pages, and opens the dashboard. */
export async function join(page: Page, product: Product, account: Account) {
  const post = async (url: string, form: Record<string, string> = {}) => {
    const answer = await page.request.post(url, { form, headers: { Origin: product.url }, maxRedirects: 0 });
    expect(answer.status(), `what ${url} answers`).toBe(303);
  };
  await post(`${product.url}/register`, { ...account, confirmPassword: account.password });
  await post(linkIn((await product.mailTo(account.email)).text));
  await page.goto(`${product.url}/dashboard`);
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

/** The box of errors, or of a failure, that takes the focus. */
export const message = (page: Page) => page.locator("[data-focus-first]");

/** Chooses a photo on a tool's page. With scripts it is sent at once; without, the button sends it. */
export async function choosePhoto(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) {
  await page.locator("input[type=file]").first().setInputFiles(file);
  const button = page.getByRole("button", { name: /^Upload/ });
  if (await button.isVisible()) await button.click();
}

/** Taps the choice that completes a step: with scripts the step continues at once; without, the button continues. */
export async function tapOption(page: Page, name: string | RegExp) {
  const step = new URL(page.url()).searchParams.get("step");
  await page.getByRole("radio", { name, exact: typeof name === "string" }).click();
  if (await page.locator("html.js").count())
    await page.waitForURL(({ searchParams }) => searchParams.get("step") !== step);
  else await page.getByRole("button", { name: "Continue" }).click();
}

/** Opens Surprise Me with a chosen photo, before a gem is spent. */
export async function openDraft(page: Page, product: Product, file: string) {
  await page.goto(`${product.url}/surprise-me`);
  await choosePhoto(page, file);
  await page.waitForURL("**/surprise-me?draft=*");
  await expect(page.getByText(/, ready$/).first()).toBeVisible();
}

/** The balance in the header. */
export const gems = (page: Page) => page.locator("[data-gem-balance]").first();

interface Fixtures {
  /** Skips, with the reason, tests of embedded parts in a hosted run, and tests that only `npm run test:all` runs. */
  applies: void;
  /** A signed-in person with 2 gems, on the dashboard. */
  member: Account;
}

/** Decides whether a test with this tag runs daily, with or without scripts; `ALL=1` runs every test. */
const everyday: Record<string, (scripts: boolean) => boolean> = {
  "@long": () => false,
  "@scripted": (scripts) => scripts,
  "@plain": (scripts) => !scripts,
};

function rareReason(tags: readonly string[], scripts: boolean): string | null {
  const isRare = process.env["ALL"] !== "1" && tags.some((tag) => everyday[tag]?.(scripts) === false);
  return isRare ? "runs in npm run test:all" : null;
}

export const test = base.extend<Fixtures, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the first argument's shape
    async ({}, use) => {
      const product = await Product.create();
      await use(product);
      await product.remove();
    },
    { scope: "worker", timeout: runsHosted ? 240_000 : 120_000 },
  ],
  applies: [
    async ({ javaScriptEnabled }, use, testInfo) => {
      const reason = (runsHosted && embeddedReason(testInfo)) || rareReason(testInfo.tags, javaScriptEnabled !== false);
      testInfo.skip(reason !== null, reason ?? "");
      await use();
    },
    { auto: true },
  ],
  member: async ({ page, product }, use) => {
    await product.admitMember();
    const account = newAccount();
    await join(page, product, account);
    await use(account);
  },
});
