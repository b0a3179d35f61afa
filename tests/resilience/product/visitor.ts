import { randomUUID } from "node:crypto";
import { hash } from "bcryptjs";
import { type Kysely, sql } from "kysely";
import sharp from "sharp";
import { createDatabase } from "../../../app/server/database/kysely-database.server.ts";
import type { DB } from "../../../app/server/database/types.ts";
import { packages } from "../../../app/gems/packages.ts";
import { newPaidPurchase } from "../../database/buying-scene.ts";

export interface Visitor {
  get(path: string): Promise<Response>;
  post(path: string, body: URLSearchParams | FormData, headers?: Record<string, string>): Promise<Response>;
  /** Requests a transformation from the API. */
  generate(account: Account, photo: Blob, prompt: string, key: string): Promise<Response>;
  /** @throws when the product refuses the sign-in. */
  signIn(account: Account): Promise<void>;
  cookies(): string;
  /** Null when the path answers with a picture, else the answer's status. */
  pictureFault(path: string): Promise<number | null>;
}

/** Longer than the product's longest wait before an answer. */
const patienceMs = 75_000;

/** A visitor of the product at `url`, with pages at `appUrl`. Does not follow redirects. */
export function newVisitor(url: string, { appUrl = url }: { appUrl?: string } = {}): Visitor {
  const jar = new Map<string, string>();
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  async function send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("Cookie", cookies());
    headers.set("Accept", "text/html,*/*;q=0.8");
    headers.set("Origin", new URL(appUrl).origin);
    const signal = AbortSignal.timeout(patienceMs);
    const response = await fetch(new URL(path, url), { ...init, headers, redirect: "manual", signal });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]*)=([^;]*)/.exec(cookie) ?? [];
      if (value === "" || /;\s*Max-Age=0/i.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }
  const post: Visitor["post"] = (path, body, headers = {}) => send(path, { method: "POST", body, headers });
  return {
    get: (path) => send(path, {}),
    async pictureFault(path) {
      const answer = await send(path, {});
      const picture = sharp(await answer.arrayBuffer()).metadata();
      return answer.ok &&
        (await picture.then(
          ({ width }) => width > 0,
          () => false,
        ))
        ? null
        : answer.status;
    },
    post,
    generate({ id }, photo, prompt, key) {
      const form = new FormData();
      form.set("prompt", prompt);
      form.set("userId", id);
      form.set("image", photo, "photo.jpg");
      return post("/api/generate-image-gemini", form, { "Idempotency-Key": key });
    },
    async signIn({ email, password }) {
      const answer = await post("/login", new URLSearchParams({ email, password }));
      await answer.arrayBuffer();
      if (answer.status !== 303) throw new Error(`signing in was answered with ${answer.status}`);
    },
    cookies,
  };
}

export interface Account {
  id: string;
  email: string;
  password: string;
  /** Includes the welcome bonus. */
  gems: number;
}

const welcomeBonus = 2;
const largest = packages.reduce((most, one) => (one.gems > most.gems ? one : most));

export async function newAccount(kysely: Kysely<DB>, gems: number): Promise<Account> {
  const account = { id: randomUUID(), email: `member-${randomUUID()}@example.com`, password: randomUUID() };
  // A cheap hash: these tests do not cover the cost of guessing.
  await sql`insert into auth.users (id, email, encrypted_password, raw_user_meta_data, email_confirmed_at)
    values (${account.id}, ${account.email}, ${await hash(account.password, 4)}, '{"full_name": "Ada Obi"}', now())`.execute(
    kysely,
  );
  let owned = welcomeBonus;
  for (; owned < gems; owned += largest.gems)
    await newPaidPurchase({ database: createDatabase(kysely) }, account.id, undefined, largest.id);
  return { ...account, gems: owned };
}
