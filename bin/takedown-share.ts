/**
 * `npm run shares:takedown <token or link>`: permanently disables all links to a reported picture. The
 * embedded database needs a stopped server.
 */
import { createDatabase } from "../app/server/database/kysely-database.server.ts";
import { takeDownShare } from "../app/sharing/shares.server.ts";
import { runCommand } from "./command.ts";

const usage = "Usage: npm run shares:takedown <token or link>";
await runCommand(usage, async ({ argument, open }) => {
  const token = /(?:^|\/s\/)([0-9a-f]{32})(?=$|[/?#])/.exec(argument)?.[1];
  if (!token) throw new Error(usage);
  const { kysely } = await open();
  const taken = await takeDownShare(createDatabase(kysely), token);
  if (taken.ok) return `Taken down: ${taken.links} ${taken.links === 1 ? "link" : "links"} to this picture.`;
  throw new Error(taken.problem === "unknown" ? "There is no such link (any more)." : "It was taken down before.");
});
