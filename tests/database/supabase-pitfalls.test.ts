import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MigrationConnection } from "../../app/server/database/migrate.server.ts";
import { type OpenEngine, pglite } from "./engines.ts";
import { type Pitfall, pitfalls } from "./supabase-pitfalls.ts";

describe("known pitfalls of Supabase schemas", () => {
  let open: OpenEngine;
  beforeAll(async () => void (open = await pglite.open()));
  afterAll(() => open.close());

  const places = async (connection: MigrationConnection, { query }: Pitfall) =>
    (await connection.query(query)).map(({ place }) => String(place)).sort();

  test.each(pitfalls)("$name", async (pitfall) => {
    expect(await open.withConnection((connection) => places(connection, pitfall))).toEqual(Object.keys(pitfall.meant));
  });

  test.each(pitfalls)("are detected in a schema with $name", async (pitfall) => {
    const found = await open.withConnection(async (connection) => {
      await connection.script(`begin; ${pitfall.violation}`);
      return places(connection, pitfall).finally(() => connection.script("rollback"));
    });
    expect(found.filter((place) => place.includes("pitfall"))).toHaveLength(1);
  });
});
