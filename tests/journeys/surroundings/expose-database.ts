/**
 * Preloaded into the journeys' server: runs statements from the test's process as the database's owner, because only one
 * process can open a PGlite. Member transactions stay apart by PGlite's own mutex.
 */
import { PGlite, type Results } from "@electric-sql/pglite";

export interface Statement {
  id: number;
  text: string;
  parameters: unknown[];
}
export type Reply = { id: number } & ({ rows: unknown[]; affectedRows: number } | { error: string });

// Child processes inherit the preload; only the server has the database.
if (process.argv[1]?.endsWith("app/server/http/server.ts")) {
  const opened = Promise.withResolvers<PGlite>();
  const query = PGlite.prototype.query;
  PGlite.prototype.query = function queryAndExpose<T>(this: PGlite, ...input: Parameters<PGlite["query"]>) {
    opened.resolve(this);
    return query.apply(this, input) as Promise<Results<T>>;
  };
  const send = (reply: Reply) => process.send?.(reply);
  process.on("message", async ({ id, text, parameters }: Statement) => {
    try {
      const { rows, affectedRows = 0 } = await (await opened.promise).query(text, parameters);
      send({ id, rows, affectedRows });
    } catch (error) {
      send({ id, error: String(error) });
    }
  });
}
