import { randomUUID } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import sharp from "sharp";
import { openPgliteDatabase } from "../../../app/adapters/embedded/database/pglite-database.server.ts";
import { createDiskPhotoHost } from "../../../app/adapters/embedded/photo-host/disk-photo-host.server.ts";
import { createDatabase } from "../../../app/server/database/kysely-database.server.ts";
import { liveAuditedLife } from "../../../tests/database/audit-life.ts";
import type { OpenEngine } from "../../../tests/database/engines.ts";
import { newMember, newPhoto } from "../../../tests/database/members.ts";
import { auditGems } from "../../../app/gems/audit/audit-gems.server.ts";
import type { CheckResult } from "../../../bin/smoke-checks.ts";
import { startProduct } from "../../../perf/servers/product.ts";
import { compareDatabases } from "./compare-databases.ts";

const colour = { create: { width: 300, height: 200, channels: 3, background: "#a52" } } as const;

/** An embedded data directory, used, stopped and copied: the product starts on the copy, and everything is there. */
export async function proveDirectory(closing: AsyncDisposableStack): Promise<CheckResult[]> {
  const folder = await mkdtemp(join(tmpdir(), "photogem-backup-"));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const [original, restored] = [join(folder, "data"), join(folder, "restored")];
  const picture = new Uint8Array(await sharp(colour).jpeg().toBuffer());
  const publicId = await live(original, picture);
  await cp(original, restored, { recursive: true, preserveTimestamps: true });

  const product = await startProduct(restored);
  closing.defer(product.stop);
  const landing = await fetch(`${product.url}/login`);
  await product.stop();
  const [before, after] = [await openPgliteDatabase(original), await openPgliteDatabase(restored)];
  const { rows, differ } = await compareDatabases(before.kysely, after.kysely);
  const broken = (await auditGems(after.kysely)).filter(({ violations }) => violations.length);
  await Promise.all([before.close(), after.close()]);
  const host = createDiskPhotoHost({ directory: join(restored, "photos"), log: pino({ level: "silent" }) });
  const kept = await host.read(publicId);
  await host.close();
  return [
    { what: "directory: the product starts on the copy", value: String(landing.status), ok: landing.ok },
    { what: `directory: ${rows} rows`, value: differ.join(", ") || "the same", ok: !differ.length },
    {
      what: "directory: the picture",
      value: "the same bytes",
      ok: Buffer.compare(kept?.bytes ?? Buffer.of(), picture) === 0,
    },
    { what: "directory: ledger", value: broken.length ? "broken" : "all promises hold", ok: !broken.length },
  ];
}

/** Members and a mixed life in a stopped product's directory. Returns a stored picture's id. */
async function live(directory: string, picture: Uint8Array<ArrayBuffer>): Promise<string> {
  const { kysely, close } = await openPgliteDatabase(directory);
  await liveAuditedLife({ kysely, database: createDatabase(kysely) } as OpenEngine);
  const publicId = `${randomUUID()}/lagos`;
  const host = createDiskPhotoHost({ directory: join(directory, "photos"), log: pino({ level: "silent" }) });
  await host.put(publicId, { bytes: picture, mimeType: "image/jpeg" });
  await newPhoto(kysely, await newMember(kysely), publicId);
  await host.close();
  await close();
  return publicId;
}
