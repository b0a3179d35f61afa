import type { ChildProcess } from "node:child_process";
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type CompiledQuery } from "kysely";
import type { DB } from "../../../app/server/database/types.ts";
import type { Reply, Statement } from "./expose-database.ts";

/** The database of a running server with expose-database.ts, as its owner: single statements, no transactions. */
export function runningDatabase(server: ChildProcess): Kysely<DB> {
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
