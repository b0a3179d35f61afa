/**
 * `npm run shares:takedown <token or link>`: ends a reported picture's links for good. The embedded
 * database needs a stopped server.
 */
import { openDatabase } from "../app/adapters/open-database.server.ts";
import { readConfig } from "../app/config.server.ts";
import { createDatabase } from "../app/server/database/kysely-database.server.ts";
import { takeDownShare } from "../app/sharing/shares.server.ts";

const token = /(?:^|\/s\/)([0-9a-f]{32})(?=$|[/?#])/.exec(process.argv[2] ?? "")?.[1];
if (!token) end("Usage: npm run shares:takedown <token or link>");
try {
  const config = readConfig();
  const { kysely, close } = await openDatabase(config, config.dataDirectory);
  const taken = await takeDownShare(createDatabase(kysely), token).finally(close);
  if (taken.ok) {
    process.stdout.write(`Taken down: ${taken.links} ${taken.links === 1 ? "link" : "links"} to this picture.\n`);
  } else {
    end(taken.problem === "unknown" ? "There is no such link (any more)." : "It was taken down before.");
  }
} catch (error) {
  end(error instanceof Error ? error.message : String(error));
}

function end(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
