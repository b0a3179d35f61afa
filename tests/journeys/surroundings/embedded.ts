import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type CompiledQuery, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { openPgliteDatabase } from "../../../app/adapters/embedded/database/pglite-database.server.ts";
import { bootstrapSql } from "../../../app/adapters/embedded/database/bootstrap.server.ts";
import { migrationsFolder } from "../../../app/server/database/migrate.server.ts";
import { createDiskPhotoHost } from "../../../app/adapters/embedded/photo-host/disk-photo-host.server.ts";
import type { DB } from "../../../app/server/database/types.ts";
import { quiet, type Surroundings } from "./surroundings.ts";
import type { ChildProcess } from "node:child_process";
import type { Reply, Statement } from "./expose-database.ts";

const cache = join(import.meta.dirname, "../../../node_modules/.cache/journey-data");

/** A data folder with a migrated database, which takes 5 s of CPU; made once for these migrations. */
async function migratedFolder(): Promise<string> {
  const names = (await readdir(migrationsFolder)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(migrationsFolder, name), "utf8")));
  const hash = createHash("sha256").update(await bootstrapSql());
  const folder = join(cache, hash.update(texts.join("\0")).digest("hex").slice(0, 16));
  if (existsSync(folder)) return folder;
  const unfinished = join(cache, randomUUID());
  await mkdir(unfinished, { recursive: true });
  await (await openPgliteDatabase(unfinished)).close();
  // Another worker may have been faster.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));
  return folder;
}

/** One process on a separate data folder, as `npm start` runs it. */
export async function embeddedSurroundings(port: number): Promise<Surroundings> {
  const folder = await mkdtemp(join(tmpdir(), "photogem-journey-"));
  await cp(await migratedFolder(), folder, { recursive: true });
  const mailbox = join(folder, "mailbox");
  const withPhotos = (kysely: Kysely<DB>, closeDatabase: () => Promise<void>) => {
    const photoHost = createDiskPhotoHost({ directory: join(folder, "photos"), log: quiet });
    return {
      kysely,
      photoHost,
      async close() {
        await photoHost.close();
        await closeDatabase();
      },
    };
  };
  return {
    hosted: null,
    port,
    environment: { PORT: String(port), DATA_DIR: folder },
    nodeOptions: ["--import", join(import.meta.dirname, "expose-database.ts")],
    processes: [{ file: "app/server/http/server.ts", environment: {}, ready: /^ready /m }],
    checkoutPages: "**/sandbox/paystack/**",
    prepare: async () => {},
    async mails() {
      const names = (await readdir(mailbox)).filter((name) => name.endsWith(".json")).sort();
      const texts = await Promise.all(names.reverse().map((name) => readFile(join(mailbox, name), "utf8")));
      return texts.map((text) => JSON.parse(text));
    },
    async open() {
      const { kysely, close } = await openPgliteDatabase(folder);
      return withPhotos(kysely, close);
    },
    async reach(server) {
      const kysely = runningDatabase(server);
      return withPhotos(kysely, () => kysely.destroy());
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** The journeys, or single tests, about embedded parts themselves, with the reason why they do not run hosted. */
const embeddedOnly: readonly { file: string; test?: RegExp; because: string }[] = [
  {
    file: "mail-by-smtp.nojs.spec.ts",
    because: "about the embedded identity's mails; hosted, all mail goes by SMTP in every journey",
  },
  {
    file: "hostile-requests.spec.ts",
    test: /another server's name|a proxy's request for (the embedded mailbox|its data)/,
    because:
      "Host and proxies' headers are looked at only where a mailbox or a sandbox could be reached by DNS rebinding",
  },
  {
    file: "photo-problems.all.spec.ts",
    test: /^a photo that needs no change/,
    because: "only the darkroom sees that a photo needs no change; Google refuses one that shows nothing",
  },
];

/** The reason why a test does not run without embedded parts, or null. */
export function embeddedReason({ file, title }: { file: string; title: string }): string | null {
  const found = embeddedOnly.find((each) => each.file === basename(file) && (each.test?.test(title) ?? true));
  return found?.because ?? null;
}

/** The database of a running server with expose-database.ts, as its owner: single statements, no transactions. */
function runningDatabase(server: ChildProcess): Kysely<DB> {
  const waiting = new Map<number, PromiseWithResolvers<Reply>>();
  const receive = (reply: Reply) => waiting.get(reply.id)?.resolve(reply);
  const end = () => waiting.forEach(({ reject }) => reject(new Error("the server ended before its answer")));
  server.on("message", receive).once("exit", end);
  let sent = 0;
  const executeQuery = async <Row>({ sql: text, parameters }: CompiledQuery) => {
    const id = (sent += 1);
    const answered = Promise.withResolvers<Reply>();
    waiting.set(id, answered);
    server.send({ id, text, parameters: [...parameters] } satisfies Statement);
    const reply = await answered.promise.finally(() => waiting.delete(id));
    if ("error" in reply) throw new Error(`${reply.error}\n${text}`);
    return { rows: reply.rows as Row[], numAffectedRows: BigInt(reply.affectedRows) };
  };
  const noTransactions = async () => {
    throw new Error("a running server's database takes single statements");
  };
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => ({ executeQuery, streamQuery: noTransactions as never }),
        beginTransaction: noTransactions,
        commitTransaction: noTransactions,
        rollbackTransaction: noTransactions,
        releaseConnection: async () => {},
        destroy: async () => void server.off("message", receive).off("exit", end),
      }),
    },
  });
}
