/** The web process: `node app/server/http/server.ts`, or with `--dev` behind Vite. */
import { enableCompileCache } from "node:module";

// The compile cache halves a warm start; all other imports must follow this line.
enableCompileCache();

const dev = process.argv.includes("--dev");
// React chooses its production build by NODE_ENV at its first import.
// oxlint-disable-next-line node/no-process-env -- written, not read: configuration stays in config.server.ts
process.env["NODE_ENV"] ??= dev ? "development" : "production";
try {
  const { serve } = await import("./serve.server.ts");
  await serve({ dev });
} catch (error) {
  const message = error instanceof Error ? (dev ? error.stack : error.message) : String(error);
  process.stderr.write(`Photogem did not start.\n${message}\n`);
  process.exit(1);
}
