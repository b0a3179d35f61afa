import { CompiledQuery, PostgresQueryCompiler, type KyselyPlugin, type QueryId } from "kysely";
import type { Database } from "../../app/server/database/database.ts";

/** The database as members reach it, and the statements they send, as they are compiled. */
export function recordStatements(database: Database): { database: Database; statements: CompiledQuery[] } {
  const compiler = new PostgresQueryCompiler();
  const statements: CompiledQuery[] = [];
  // Parts of a statement come by here too, when it is put together; only what is sent has a result.
  const compiled = new WeakMap<QueryId, CompiledQuery>();
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      compiled.set(queryId, compiler.compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      const statement = compiled.get(queryId);
      if (statement) statements.push(statement);
      return result;
    },
  };
  return {
    database: { ...database, asMember: (id, work) => database.asMember(id, (trx) => work(trx.withPlugin(recorder))) },
    statements,
  };
}

/** The database's plan of this statement as this member, a line each. Runs it twice: the first time fills caches. */
export async function explain(database: Database, memberId: string, statement: CompiledQuery): Promise<string[]> {
  const explained = CompiledQuery.raw(`explain (analyze, costs off) ${statement.sql}`, [...statement.parameters]);
  return database.asMember(memberId, async (trx) => {
    await trx.executeQuery(statement);
    const { rows } = await trx.executeQuery<{ "QUERY PLAN": string }>(explained);
    return rows.map((row) => row["QUERY PLAN"]);
  });
}
