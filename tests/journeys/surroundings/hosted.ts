import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createCloudinaryPhotoHost } from "../../../app/adapters/hosted/cloudinary/cloudinary-photo-host.server.ts";
import { openPostgresDatabase } from "../../../app/adapters/hosted/database/postgres-database.server.ts";
import { startHostedServices } from "../../servers/hosted-services.ts";
import { readTakenMail } from "../../servers/smtp/smtp-server.ts";
import { hostedOnly } from "./hosted-only.ts";
import type { Surroundings } from "./surroundings.ts";

/**
 * A web process and a worker on hosted services, with the release command before them, as fly.toml runs them. The
 * removal throws when a process has loaded an embedded part.
 */
export async function hostedSurroundings(port: number): Promise<Surroundings> {
  const services = await startHostedServices({ port });
  services.gemini.behave({ how: "make", make: "jpeg", thorough: true });
  // The folder stays empty, like a replaced machine's.
  const folder = await mkdtemp(join(tmpdir(), "photogem-hosted-"));
  const loadedModules = join(folder, "loaded-modules");
  const environment = { ...services.environment, DATA_DIR: folder, LOADED_MODULES_FILE: loadedModules };
  const open = async () => {
    const { kysely, close } = openPostgresDatabase(services.database.url, 2);
    const photoHost = createCloudinaryPhotoHost({ cloudinaryUrl: services.cloudinary.cloudinaryUrl });
    return {
      kysely,
      photoHost,
      async close() {
        await photoHost.close();
        await close();
      },
    };
  };
  const nodeOptions = ["--import", join(import.meta.dirname, "../../servers/loaded-modules.ts")];
  return {
    hosted: services,
    port,
    environment,
    nodeOptions,
    processes: [
      { file: "app/server/http/server.ts", environment: { WORKER: "none" }, ready: /^ready /m },
      { file: "app/transformations/running/worker.ts", environment: {}, ready: /^working$/m },
    ],
    checkoutPages: `${services.paystack.url}/checkout/**`,
    async prepare(cwd) {
      const { PATH = "", HOME = "" } = process.env;
      const env = { PATH, HOME, ...environment };
      await promisify(execFile)(process.execPath, [...nodeOptions, "app/server/database/migrate.ts"], { env, cwd });
    },
    mails: async () => services.smtp.mails.map(readTakenMail).reverse(),
    open,
    reach: open,
    async remove() {
      await services.stop();
      const loaded = await readFile(loadedModules, "utf8");
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      hostedOnly(loaded);
    },
  };
}
