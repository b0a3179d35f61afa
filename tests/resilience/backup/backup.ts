import { randomUUID } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import sharp from "sharp";
import { openPgliteDatabase } from "../../../app/adapters/embedded/database/pglite-database.server.ts";
import { createDiskPhotoHost } from "../../../app/adapters/embedded/photo-host/disk-photo-host.server.ts";
import { createDatabase } from "../../../app/server/database/kysely-database.server.ts";
import type { CheckResult } from "../../../bin/smoke.ts";
import { startProduct } from "../../../perf/servers/product.ts";
import { liveAuditedLife } from "../../database/audit-life.ts";
import type { OpenEngine } from "../../database/engines.ts";
import { newMember, newPhoto } from "../../database/members.ts";
import type { ProofResult, ProofRun } from "../resilience.ts";
import { compareDatabases, proveDump } from "./database-dump.ts";

export async function proveBackup({ closing }: ProofRun): Promise<ProofResult> {
  const lines = [...(await proveDirectory(closing)), ...(await proveDump(closing))];
  const text = lines.map(({ what, value, ok }) => `${ok ? "ok    " : "NOT OK"}  ${what}: ${value}`).join("\n");
  return { passed: lines.every(({ ok }) => ok), text };
}

const diskHost = (directory: string) =>
  createDiskPhotoHost({ directory: join(directory, "photos"), log: pino({ level: "silent" }) });

/** An embedded data directory, used, stopped and copied: the product starts on the copy, and everything is there. */
async function proveDirectory(closing: AsyncDisposableStack): Promise<CheckResult[]> {
  const folder = await mkdtemp(join(tmpdir(), "photogem-backup-"));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const [original, restored] = [join(folder, "data"), join(folder, "restored")];
  const colour = { create: { width: 300, height: 200, channels: 3, background: "#a52" } } as const;
  const picture = new Uint8Array(await sharp(colour).jpeg().toBuffer());
  const publicId = await live(original, picture);
  await cp(original, restored, { recursive: true, preserveTimestamps: true });

  const product = await startProduct(restored);
  closing.defer(product.stop);
  const landing = await fetch(`${product.url}/login`);
  await product.stop();
  const [before, after] = [await openPgliteDatabase(original), await openPgliteDatabase(restored)];
  const compared = await compareDatabases("directory", before.kysely, after.kysely);
  await Promise.all([before.close(), after.close()]);
  const host = diskHost(restored);
  const stored = await host.read(publicId);
  await host.close();
  return [
    { what: "directory: the product starts on the copy", value: String(landing.status), ok: landing.ok },
    ...compared,
    {
      what: "directory: the picture",
      value: "the same bytes",
      ok: Buffer.compare(stored?.bytes ?? Buffer.of(), picture) === 0,
    },
  ];
}

/** Members and a mixed life in a stopped product's directory. Returns a stored picture's id. */
async function live(directory: string, picture: Uint8Array<ArrayBuffer>): Promise<string> {
  const { kysely, close } = await openPgliteDatabase(directory);
  await liveAuditedLife({ kysely, database: createDatabase(kysely) } as OpenEngine);
  const publicId = `${randomUUID()}/lagos`;
  const host = diskHost(directory);
  await host.put(publicId, { bytes: picture, mimeType: "image/jpeg" });
  await newPhoto(kysely, await newMember(kysely), publicId);
  await host.close();
  await close();
  return publicId;
}
