import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { accessSync, chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../free-port.ts";

/**
 * Gives the tests a PostgreSQL server on which they may create databases: the one at TEST_DATABASE_URL, or a temporary
 * one for the test run. If neither is available, the tests are reported as skipped.
 */
export default async function throwAwayPostgres(): Promise<(() => Promise<void>) | undefined> {
  if (process.env["TEST_DATABASE_URL"]) return undefined;
  const cluster = await startPostgresCluster();
  if (!cluster) {
    process.stderr.write(
      "SKIPPED: everything that needs a real PostgreSQL, the races among it: no initdb on the PATH or in " +
        "/usr/lib/postgresql/*/bin. Install PostgreSQL's server (Debian: apt-get install postgresql), or set TEST_DATABASE_URL.\n",
    );
    return undefined;
  }
  process.env["TEST_DATABASE_URL"] = cluster.url;
  return async () => {
    delete process.env["TEST_DATABASE_URL"];
    await cluster.stop();
  };
}

export interface PostgresCluster {
  /** The superuser's connection string, to the database `postgres`. */
  url: string;
  /** Stops the server and removes its folder. */
  stop: () => Promise<void>;
}

/**
 * Starts an empty PostgreSQL server in a temporary folder, on a unix socket there and a free loopback port, without
 * fsync because its data is temporary. Returns null if PostgreSQL's server programs are not installed.
 * @throws with the server's own output if they are installed and do not start.
 */
export async function startPostgresCluster(): Promise<PostgresCluster | null> {
  const programs = serverPrograms();
  if (!programs) return null;
  const folder = mkdtempSync(join(tmpdir(), "photogem-postgres-"));
  const owner = unprivileged();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  try {
    const password = await createCluster(programs, folder, owner);
    const port = await freePort();
    const server = await startServer(programs, folder, port, owner);
    // Also runs when an error or a signal ends the tests' own process.
    const endWithProcess = () => {
      server.kill("SIGQUIT");
      removeFolder();
    };
    process.once("exit", endWithProcess);
    return {
      url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
      stop: async () => {
        process.removeListener("exit", endWithProcess);
        if (server.exitCode === null) {
          const ended = once(server, "exit");
          server.kill("SIGINT");
          await ended;
        }
        removeFolder();
      },
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

/** Finds the folder with `initdb` and `postgres`: on the PATH, or in Debian's location (newest version first). */
function serverPrograms(): string | null {
  const debian = "/usr/lib/postgresql";
  const versions = listed(debian).sort((a, b) => Number(b) - Number(a));
  const folders = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...versions.map((version) => join(debian, version, "bin")),
  ];
  return folders.find((folder) => exists(join(folder, "initdb")) && exists(join(folder, "postgres"))) ?? null;
}

type Owner = { uid: number; gid: number } | null;

/** PostgreSQL refuses to run as root; 65534 is `nobody` on every Linux. */
const unprivileged = (): Owner => (process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null);

/** Creates the cluster's files; returns the superuser's password. */
async function createCluster(programs: string, folder: string, owner: Owner): Promise<string> {
  const password = randomBytes(16).toString("hex");
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password);
  chmodSync(passwordFile, 0o600);
  if (owner) chownSync(passwordFile, owner.uid, owner.gid);
  const options = [
    "--username=postgres",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
  ];
  await promisify(execFile)(join(programs, "initdb"), [`--pgdata=${join(folder, "data")}`, "--no-sync", ...options], {
    ...owner,
    cwd: folder,
  });
  return password;
}

async function startServer(programs: string, folder: string, port: number, owner: Owner): Promise<ChildProcess> {
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: folder,
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    shared_buffers: "32MB",
    max_connections: 300,
  };
  const server = spawn(
    join(programs, "postgres"),
    ["-D", join(folder, "data"), ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { ...owner, cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
  );
  const ready = Promise.withResolvers<void>();
  let printed = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => {
    printed = (printed + text).slice(-4_000);
    if (printed.includes("ready to accept connections")) ready.resolve();
  });
  server.once("error", ready.reject);
  server.once("exit", () => ready.reject(new Error(`PostgreSQL did not start:\n${printed}`)));
  await ready.promise;
  return server;
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function exists(file: string): boolean {
  try {
    accessSync(file);
    return true;
  } catch {
    return false;
  }
}
