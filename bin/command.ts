import { existsSync } from "node:fs";
import { join } from "node:path";
import { openDatabase, type OpenSql } from "../app/adapters/open-database.server.ts";
import { type Config, readConfig } from "../app/config.server.ts";

interface Command {
  /** The first word after the command. */
  argument: string;
  config: Config;
  /** Cleanup functions, called in reverse order when the command ends. */
  closing: (() => unknown)[];
  /** Opens DATABASE_URL or a stopped server's embedded database. A mistyped DATA_DIR must not create one. */
  open(): Promise<OpenSql>;
}

/**
 * Runs an operator's command and prints its result. An error prints its message on stderr and sets the exit code to 1.
 * A command without `usage` needs no argument.
 */
export async function runCommand(usage: string | null, work: (command: Command) => Promise<string>): Promise<void> {
  const closing: (() => unknown)[] = [];
  try {
    const argument = process.argv[2] ?? "";
    if (usage && !argument) throw new Error(usage);
    const config = readConfig();
    const open = async () => {
      const { database, dataDirectory } = config;
      if (database.kind === "embedded" && !existsSync(join(dataDirectory, "database"))) {
        throw new Error(
          `There is no database in ${dataDirectory}. Set DATA_DIR or DATABASE_URL to the one that is meant.`,
        );
      }
      const opened = await openDatabase(config, dataDirectory, { silenceMs: null });
      closing.push(opened.close);
      return opened;
    };
    process.stdout.write(`${await work({ argument, config, closing, open })}\n`);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  } finally {
    for (const close of closing.reverse()) await close();
  }
}
