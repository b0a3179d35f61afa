import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import type { ServerBuild } from "react-router";
import sharp from "sharp";
import { openPgliteDatabase } from "../../../app/adapters/embedded/database/pglite-database.server.ts";
import { productProcess, project, type ServerProcess } from "../../../perf/servers/product.ts";
import { openParts } from "../product/embedded-parts.ts";
import { newAccount, newVisitor } from "../product/visitor.ts";
import { mkdir, writeFile } from "node:fs/promises";
import { type Kysely, sql } from "kysely";
import { createDatabase } from "../../../app/server/database/kysely-database.server.ts";
import type { DB } from "../../../app/server/database/types.ts";
import { newPurchase } from "../../database/buying-scene.ts";
import { newPhoto, newShare, newTransformation } from "../../database/members.ts";

export interface FuzzedProduct {
  port: number;
  process: ServerProcess;
  routes: [string, ...string[]];
  /** Cookies of signed-in members. */
  members: [string, ...string[]];
  /** Renews the members' sessions: they expire, and some requests end them. */
  keepSignedIn(): Promise<void>;
  /** The members' ids, tokens and references. */
  things: [string, ...string[]];
  paystackKey: string;
  /** The file of a small photo. */
  photo: Buffer;
}

/** Starts the product on embedded parts and a stand-in for the model, with two members who own a row of each kind. */
export async function openFuzzedProduct(closing: AsyncDisposableStack): Promise<FuzzedProduct> {
  const { port, dataDirectory, environment } = await openParts(closing, 20);
  const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#a52" } })
    .jpeg()
    .toBuffer();
  const { kysely, close } = await openPgliteDatabase(dataDirectory);
  const accounts = [await newAccount(kysely, 50), await newAccount(kysely, 50)];
  const things: string[] = [];
  for (const { id } of accounts) things.push(...(await ownSomething(kysely, id, join(dataDirectory, "photos"), photo)));
  await close();
  const secret = randomBytes(32).toString("hex");
  const process = productProcess("web", {
    ...environment,
    SESSION_SECRET: secret,
    LOG_LEVEL: "warn",
    TRUSTED_PROXY: "fly",
    METRICS_TOKEN: "a-token-that-is-hard-to-guess",
  });
  closing.defer(process.kill);
  await process.start();
  const visitors = accounts.map((account) => ({ account, visitor: newVisitor(`http://localhost:${port}`) }));
  const members: [string, ...string[]] = [""];
  const product: FuzzedProduct = {
    port,
    process,
    routes: withOne(await routePaths()),
    members,
    async keepSignedIn() {
      for (const [index, { account, visitor }] of visitors.entries()) {
        // Renews an expiring session; a member without a session signs in again.
        const answer = await visitor.get("/dashboard");
        await answer.arrayBuffer();
        if (answer.status === 302) await visitor.signIn(account);
        members[index] = visitor.cookies();
      }
    },
    things: withOne(things),
    paystackKey: `sk_test_${createHmac("sha256", secret).update("payment sandbox").digest("hex")}`,
    photo,
  };
  await product.keepSignedIn();
  return product;
}

function withOne<T>([first, ...rest]: T[]): [T, ...T[]] {
  if (first === undefined) throw new Error("there is nothing to choose from");
  return [first, ...rest];
}

/** All route patterns of the built product, from its own manifest, so that new routes are included. */
async function routePaths(): Promise<string[]> {
  const { routes } = (await import(join(project, "build/server/index.js"))) as ServerBuild;
  const parents = new Set(Object.values(routes).map((route) => route?.parentId));
  const full = (id: string): string => {
    const route = routes[id];
    return route ? [route.parentId ? full(route.parentId) : "", route.path ?? ""].filter(Boolean).join("/") : "";
  };
  const leaves = Object.keys(routes).filter((id) => !parents.has(id));
  return [...new Set(leaves.map((id) => `/${full(id)}`))].sort();
}

/** Gives the member a row of each kind whose id is part of an address. Returns the ids, tokens and references. */
async function ownSomething(kysely: Kysely<DB>, user_id: string, photos: string, photo: Buffer) {
  const storePhoto = async () => {
    const publicId = `${randomUUID()}/photo`;
    const file = join(photos, "originals", publicId);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, photo);
    return newPhoto(kysely, user_id, publicId);
  };
  const [original, result] = [await storePhoto(), await storePhoto()];
  await kysely.updateTable("photos").set({ kind: "result" }).where("id", "=", result).execute();
  const transformation = await newTransformation(kysely, user_id);
  // Spends the gem like the product, which audits its whole ledger during the test.
  await sql`select public.deduct_coins_for_transformation(${user_id}, ${transformation}, 1)`.execute(kysely);
  await kysely
    .updateTable("transformations")
    .set({
      ...{ status: "completed", progress: 100, made_by: "Photogem", original_photo_id: original },
      ...{ result_photo_id: result, enhanced_url: `/images/${result}/full` },
    })
    .where("id", "=", transformation)
    .execute();
  await kysely.updateTable("profiles").set({ total_transformations: 1 }).where("user_id", "=", user_id).execute();
  const token = await newShare(kysely, user_id, transformation);
  const tool = "surprise-me";
  const draft = await kysely
    .insertInto("drafts")
    .values({ user_id, tool, photo_id: original })
    .returning("id")
    .executeTakeFirstOrThrow();
  const preset = await kysely
    .insertInto("presets")
    .values({ user_id, name: "Mine", tool, answers: "{}" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const batch = await kysely
    .insertInto("batches")
    .values({ user_id, tool, draft_id: draft.id, idempotency_key: randomUUID() })
    .returning("id")
    .executeTakeFirstOrThrow();
  const reference = await newPurchase({ database: createDatabase(kysely) }, user_id);
  return [user_id, original, result, draft.id, transformation, token, preset.id, batch.id, reference];
}
