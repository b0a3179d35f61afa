import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { auditGems } from "../../../app/gems/audit/audit-gems.server.ts";
import { rateLimits } from "../../../app/server/http/limits/limits.ts";
import { newVisitor, type Visitor, type Account, newAccount } from "../product/visitor.ts";
import { openAsBlob } from "node:fs";
import { freePort } from "../../free-port.ts";
import { photoFixtures } from "../../fixtures/photo-fixtures.ts";
import { type FaultyProduct, openFaultyProduct } from "../faults/faulty-product.ts";
import { productProcess } from "../product/product-process.ts";

export interface Check {
  what: string;
  /** Takes longer than a sample may. */
  long?: boolean;
  /** In words, and whether it is as it should be. */
  run(machines: SeveralMachines): Promise<{ seen: string; right: boolean }>;
}

const requests = 8;

export const checks: readonly Check[] = [
  {
    what: `${requests} transformations asked for at both, two workers: each is made once`,
    async run(machines) {
      const { gemini } = machines.product.services;
      const account = await machines.account(requests);
      const visitors = await Promise.all([machines.signIn(account, 0), machines.signIn(account, 1)]);
      const before = gemini.requests.length;
      const answers = await Promise.all(
        Array.from({ length: requests }, (_, number) =>
          untilAnswered(() => ask(machines, account, visitors[number % 2] ?? visitors[0], randomUUID())),
        ),
      );
      const made = answers.filter(({ status }) => status === 200).length;
      const paid = gemini.requests.length - before;
      return { seen: `${made} made, ${paid} model calls`, right: made === requests && paid === requests };
    },
  },
  {
    what: "one request sent five times to each at once: one transformation, one gem",
    async run(machines) {
      const account = await machines.account(3);
      const visitors = await Promise.all([machines.signIn(account, 0), machines.signIn(account, 1)]);
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, number) =>
          untilAnswered(() => ask(machines, account, visitors[number % 2] ?? visitors[0], key)),
        ),
      );
      const pictures = new Set(answers.map(({ text }) => text));
      const spent = account.gems - (await coinsOf(machines, account.id));
      return { seen: `${pictures.size} picture, ${spent} gem`, right: pictures.size === 1 && spent === 1 };
    },
  },
  {
    what: "six requests with two gems at both: two are made, four are refused",
    async run(machines) {
      const account = await machines.account(2);
      const visitors = await Promise.all([machines.signIn(account, 0), machines.signIn(account, 1)]);
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, number) =>
          untilAnswered(() => ask(machines, account, visitors[number % 2] ?? visitors[0], randomUUID())),
        ),
      );
      const [made, refused] = [200, 402].map((status) => answers.filter((answer) => answer.status === status).length);
      const left = await coinsOf(machines, account.id);
      const right = made === 2 && refused === 4 && left === 0;
      return { seen: `${made} made, ${refused} × "You need at least 1 gem", ${left} gems left`, right };
    },
  },
  {
    what: "wrong passwords tried at both in turn: one limit",
    async run(machines) {
      const account = await machines.account(2);
      const { times } = rateLimits.signInToAccountFromAddress;
      const statuses: number[] = [];
      for (let number = 0; number < times + 5; number += 1) {
        const visitor = newVisitor(machines.urls[number % 2] ?? "", { appUrl: machines.product.url });
        const body = new URLSearchParams({ email: account.email, password: "not this one" });
        const answer = await visitor.post("/login", body);
        await answer.arrayBuffer();
        statuses.push(answer.status);
      }
      const refused = statuses.filter((status) => status === 429).length;
      return { seen: `${statuses.length - refused} tries judged, ${refused} refused`, right: refused === 5 };
    },
  },
  {
    what: "20 requests with a token that ends, at both at once: one new session, no member signed out",
    async run(machines) {
      const account = await machines.account(2);
      const visitor = await machines.signIn(account, 0);
      const cookie = sessionIn(visitor.cookies().split("; "))?.endingSoon ?? "";
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, number) =>
          fetch(new URL("/dashboard", machines.urls[number % 2]), { headers: { Cookie: cookie }, redirect: "manual" }),
        ),
      );
      const inside = answers.filter(({ status }) => status === 200).length;
      const sessions = new Set(
        answers.map(
          ({ headers }) => sessionIn(headers.getSetCookie().map((line) => line.split(";")[0] ?? ""))?.refreshToken,
        ),
      );
      await Promise.all(answers.map((answer) => answer.arrayBuffer()));
      return {
        seen: `${inside} of 20 let in, ${sessions.size} new session`,
        right: inside === 20 && sessions.size === 1,
      };
    },
  },
  {
    what: "sweepers of both workers find one receipt to send: it is sent once",
    long: true,
    async run(machines) {
      const { smtp } = machines.product.services;
      const account = await machines.account(3);
      const to = () => smtp.mails.filter((mail) => mail.to.includes(account.email)).length;
      const until = performance.now() + 60_000;
      while (to() === 0 && performance.now() < until) await pause(500);
      // Until the other one has looked too.
      await pause(25_000);
      return { seen: `${to()} receipt`, right: to() === 1 };
    },
  },
  {
    what: "the ledger in the end",
    async run({ product }) {
      const findings = await auditGems(product.kysely);
      const broken = findings.filter(({ violations }) => violations.length);
      return { seen: `${findings.length} promises, ${broken.length} broken`, right: broken.length === 0 };
    },
  },
];

/** Each process has few places for a member's uploads and waits: repeats a request that found none, as the answer asks. */
async function untilAnswered(send: () => Promise<{ status: number; text: string }>) {
  for (;;) {
    const answer = await send();
    if (answer.status !== 429 && answer.status !== 202) return answer;
    await pause(300);
  }
}

async function coinsOf({ product }: SeveralMachines, memberId: string): Promise<number> {
  const profiles = product.kysely.selectFrom("profiles").select("coins");
  return (await profiles.where("user_id", "=", memberId).executeTakeFirstOrThrow()).coins;
}

/** The session in these cookies, which may be cut into several; `endingSoon`: the cookie it would be 30 s before its end. */
function sessionIn(cookies: readonly string[]): { refreshToken: unknown; endingSoon: string } | null {
  const pairs = cookies.map(
    (cookie) => [cookie.slice(0, cookie.indexOf("=")), cookie.slice(cookie.indexOf("=") + 1)] as const,
  );
  const [first] = pairs.find(([, value]) => value.startsWith("base64-")) ?? [];
  if (first === undefined) return null;
  const name = first.replace(/\.0$/, "");
  const whole = pairs.filter(([part]) => part === name || part.startsWith(`${name}.`)).map(([, value]) => value);
  const session = JSON.parse(Buffer.from(whole.join("").replace("base64-", ""), "base64url").toString()) as object;
  const ending = JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + 30 });
  return {
    refreshToken: "refresh_token" in session && session.refresh_token,
    endingSoon: `${name}=base64-${Buffer.from(ending).toString("base64url")}`,
  };
}

/** Two web processes and two workers on one PostgreSQL, as two machines of each kind are. */
export interface SeveralMachines {
  product: FaultyProduct;
  urls: readonly [string, string];
  photo: Blob;
  account(gems: number): Promise<Account>;
  /** The same member at the web process with this number, with cookies of their own. */
  signIn(account: Account, web: number): Promise<Visitor>;
}

export async function openSeveralMachines(closing: AsyncDisposableStack): Promise<SeveralMachines> {
  const product = await openFaultyProduct(closing);
  const port = await freePort();
  const [web, worker] = [
    productProcess("web", { ...product.environment, PORT: String(port) }),
    productProcess("worker", product.environment),
  ];
  for (const running of [web, worker]) closing.defer(running.kill);
  await Promise.all([web.start(), worker.start()]);
  const urls = [product.url, `http://localhost:${port}`] as const;
  return {
    product,
    urls,
    photo: await openAsBlob((await photoFixtures()).snapshot, { type: "image/jpeg" }),
    account: (gems) => newAccount(product.kysely, gems),
    async signIn(account, number) {
      const visitor = newVisitor(urls[number % 2] ?? product.url, { appUrl: product.url });
      await visitor.signIn(account);
      return visitor;
    },
  };
}

/** Requests one transformation and waits for its end; returns the status and the body. */
async function ask({ photo }: SeveralMachines, account: Account, visitor: Visitor, key: string) {
  const form = new FormData();
  form.set("prompt", "");
  form.set("userId", account.id);
  form.set("image", photo, "photo.jpg");
  const answer = await visitor.post("/api/generate-image-gemini", form, { "Idempotency-Key": key });
  return { status: answer.status, text: await answer.text() };
}
