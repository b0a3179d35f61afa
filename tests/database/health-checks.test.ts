import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { CompiledQuery, sql } from "kysely";
import {
  type OpenPostgres,
  openPostgresDatabase,
} from "../../app/adapters/hosted/database/postgres-database.server.ts";
import { migrate } from "../../app/server/database/migrate.server.ts";
import { freePort } from "../free-port.ts";
import { openConnection } from "../resilience/faults/faulty-connection.ts";
import { type HostedServices, startHostedServices } from "../servers/hosted-services.ts";
import { type OpenEngine, postgres } from "./engines.ts";
import { newMember } from "./members.ts";

const patience = { timeout: 30_000, interval: 100 };

describe.skipIf(!process.env["TEST_DATABASE_URL"])("start-up with hosted services", () => {
  let services: HostedServices;
  let folder = "";
  beforeAll(async () => {
    services = await startHostedServices();
    folder = await mkdtemp(join(tmpdir(), "photogem-checks-"));
  });
  afterAll(async () => {
    await services.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function printed(changes: Record<string, string>, wrongs = 0): Promise<string[]> {
    const env = { PATH: process.env["PATH"] ?? "", ...services.environment, DATA_DIR: folder, LOG_LEVEL: "silent" };
    const args = ["app/transformations/running/worker.ts"];
    const worker: ChildProcess = spawn(process.execPath, args, { env: { ...env, ...changes } });
    let output = "";
    const enough = Promise.withResolvers<void>();
    for (const stream of [worker.stdout, worker.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        const reported = output.split("working\n")[1]?.match(/^unhealthy/gm)?.length ?? 0;
        if (output.includes("working\n") && reported >= wrongs) enough.resolve();
      });
    }
    const exit = once(worker, "exit");
    void exit.then(() => enough.resolve());
    await enough.promise;
    worker.kill("SIGKILL");
    await exit;
    return output.trim().split("\n");
  }

  test("fails with pending migrations and names the remedy", async () => {
    expect(await printed({})).toEqual([
      "Photogem's worker did not start.",
      expect.stringMatching(
        /^database: \d+ pending migrations from 20261120000100_accounts.sql on; run npm run migrate$/,
      ),
    ]);
  });

  test.each([
    ["does not have", { path: "/nothing" }, /^database: does not have the database that DATABASE_URL names \(3D000\)$/],
    ["refuses", { password: "wrong" }, /^database: refuses the user or the password in DATABASE_URL \(28P01\)$/],
  ])("fails with one line when PostgreSQL %s", async (_name, change, line) => {
    const url = new URL(services.environment["DATABASE_URL"] ?? "");
    if ("path" in change) url.pathname = change.path ?? "";
    if ("password" in change) url.password = change.password ?? "";
    expect(await printed({ DATABASE_URL: url.href })).toEqual([
      "Photogem's worker did not start.",
      expect.stringMatching(line),
    ]);
  });

  test("fails with half of a service's variables and names the missing ones", async () => {
    expect(await printed({ SUPABASE_SECRET_KEY: "" })).toEqual([
      "Photogem's worker did not start.",
      "SUPABASE_SECRET_KEY missing: needed because SUPABASE_URL is set",
    ]);
  });

  test("fails with an image model whose sizes and shapes are unknown, and names the known ones", async () => {
    expect(await printed({ GEMINI_IMAGE_MODEL: "gemini-2.5-flash-image" })).toEqual([
      "Photogem's worker did not start.",
      expect.stringMatching(/^GEMINI_IMAGE_MODEL: gemini-2\.5-flash-image is none of gemini-nano-banana-2\.1, /),
    ]);
  });

  describe("after the migrations", () => {
    beforeAll(async () => {
      const { withConnection, close } = openPostgresDatabase(services.database.url, 1);
      await withConnection((connection) => migrate(connection, { bootstrap: null }));
      await close();
    });

    test("waits for a database that comes later, and says so in /readyz and in the log", async () => {
      const url = new URL(services.environment["DATABASE_URL"] ?? "");
      const connection = await openConnection(Number(url.port));
      url.port = String(connection.port);
      await connection.become({ is: "down" });
      const port = await freePort();
      const worker = spawn(process.execPath, ["app/transformations/running/worker.ts"], {
        env: {
          PATH: process.env["PATH"] ?? "",
          ...services.environment,
          DATA_DIR: folder,
          DATABASE_URL: url.href,
          METRICS_PORT: String(port),
        },
      });
      let output = "";
      for (const stream of [worker.stdout, worker.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => (output += text));
      const readyz = () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          async (answer) => [answer.status, await answer.json()],
          () => null,
        );
      try {
        await vi.waitFor(() => expect(output).toContain("waits for the database"), patience);
        expect(await readyz()).toEqual([
          503,
          expect.objectContaining({ started: false, notWell: { database: "does not answer (ECONNREFUSED)" } }),
        ]);
        await connection.become({ is: "well" });
        await vi.waitFor(() => expect(output).toContain("working\n"), patience);
        expect(await readyz()).toEqual([200, expect.objectContaining({ ready: true })]);
      } finally {
        worker.kill("SIGKILL");
        await once(worker, "exit");
        await connection.close();
      }
    });

    test("succeeds with wrong keys and reports each service that refuses them", async () => {
      const changes = {
        SUPABASE_SECRET_KEY: "sb_secret_wrong",
        CLOUDINARY_URL: services.cloudinary.cloudinaryUrl.replace("the-secret", "another"),
        GEMINI_API_KEY: "AIzaWrong",
        PAYSTACK_SECRET_KEY: "sk_test_wrong",
        SMTP_URL: services.smtp.url.replace(/:[^:@]+@/, ":wrong@"),
      };
      expect((await printed(changes, 5)).filter((line) => line.startsWith("unhealthy"))).toEqual([
        "unhealthy  identity: refuses SUPABASE_SECRET_KEY (401)",
        "unhealthy  images: refuses CLOUDINARY_URL (401)",
        "unhealthy  engine: refuses GEMINI_API_KEY (400)",
        "unhealthy  payments: refuses PAYSTACK_SECRET_KEY (401)",
        "unhealthy  mail: refuses SMTP_URL's sign-in",
      ]);
    });

    test("succeeds during outages and reports which services do not answer", async () => {
      const away = "http://127.0.0.1:1";
      const changes = {
        SUPABASE_URL: away,
        CLOUDINARY_URL: services.cloudinary.cloudinaryUrl.replace(/upload_prefix=[^&]+/, `upload_prefix=${away}`),
        GEMINI_BASE_URL: away,
        PAYSTACK_API_URL: away,
        SMTP_URL: "smtp://127.0.0.1:1",
      };
      expect((await printed(changes, 5)).filter((line) => line.startsWith("unhealthy"))).toEqual(
        ["identity", "images", "engine", "payments", "mail"].map((part) => `unhealthy  ${part}: does not answer`),
      );
    });
  });
});

const nap = "select pg_sleep(0.6), pg_backend_pid() as pid";
const silence = "Query read timeout";

describe.skipIf(postgres.missing)("a silent connection to PostgreSQL", () => {
  const url = process.env["TEST_DATABASE_URL"] ?? "";
  let open: OpenPostgres;
  const pidOf = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(open.kysely)).rows[0]?.pid;
  afterEach(() => open.close());

  test("a silent connection is dropped after the limit, and the next query uses another one at once", async () => {
    open = openPostgresDatabase(url, 1, { silenceMs: 150 });
    const first = await pidOf();
    await expect(open.kysely.executeQuery(CompiledQuery.raw(nap))).rejects.toThrow(silence);
    expect(await pidOf()).not.toBe(first);
  });

  test("a silent connection is dropped after the limit when a caller holds it exclusively", async () => {
    open = openPostgresDatabase(url, 1, { silenceMs: 150 });
    const first = await pidOf();
    await expect(open.withConnection((connection) => connection.script(nap))).rejects.toThrow(silence);
    expect(await pidOf()).not.toBe(first);
  });

  test("a silent connection is retained without a limit, as for migrations and audits", async () => {
    open = openPostgresDatabase(url, 1, { silenceMs: null });
    const [row] = await open.withConnection((connection) => connection.query(nap));
    const { rows } = await open.kysely.executeQuery<{ pid: number }>(CompiledQuery.raw(nap));
    expect(rows[0]?.pid).toBe(row?.["pid"]);
  });
});

describe.skipIf(postgres.missing)("cut connections to PostgreSQL", () => {
  let open: OpenEngine;
  beforeAll(async () => void (open = await postgres.open(2)));
  afterAll(() => open.close());

  test("fails the open transaction without changes and serves the next one", async () => {
    const member = await newMember(open.kysely);
    const cut = open.database.asMember(member, async (trx) => {
      await trx.updateTable("profiles").set({ display_name: "Half done" }).execute();
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(open.kysely);
      await trx.selectFrom("profiles").selectAll().execute();
    });
    await expect(cut).rejects.toThrow(/connection/i);
    const profile = await open.database.asMember(member, (trx) =>
      trx.selectFrom("profiles").select("display_name").execute(),
    );
    expect(profile).toEqual([{ display_name: "Ada Obi" }]);
  });
});
