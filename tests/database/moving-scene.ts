import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql, type Kysely } from "kysely";
import {
  createCloudinaryPhotoHost,
  type CloudinaryPhotoHost,
} from "../../app/adapters/hosted/cloudinary/cloudinary-photo-host.server.ts";
import type { DB } from "../../app/server/database/types.ts";
import {
  grantQueue,
  openJobQueue,
  type JobQueue,
} from "../../app/transformations/running/transformation-worker.server.ts";
import { exportData } from "../../bin/data/export-data.ts";
import { importData } from "../../bin/data/import-data.ts";
import type { Manifest } from "../../bin/data/manifest.ts";
import { openBrowser } from "../contracts/identity/browser.ts";
import { openEmbeddedIdentity, type EmbeddedIdentityUnderTest } from "../contracts/identity/embedded-identity.ts";
import { startCloudinaryServer, type CloudinaryServer } from "../servers/cloudinary/cloudinary-server.ts";
import { liveAuditedLife, type AuditedLife } from "./audit-life.ts";
import { pglite, postgres, type OpenEngine } from "./engines.ts";
import { log, openTransformationScene, RecordingGenerator, type TransformationScene } from "./transformation-scene.ts";

export const password = "correct horse battery";
export const email = "ngozi@example.com";

/** Members and pictures before the move, and the folder of their export. */
export interface Household {
  scene: TransformationScene;
  folder: string;
  manifest: Manifest;
  /** Signed up by the product's own forms, with a finished picture, one in progress and two waiting. */
  memberId: string;
  finished: string;
  begun: string;
  waiting: string;
  late: string;
  life: AuditedLife;
  close(): Promise<void>;
}

/** Fills an embedded product with members' data and exports it. */
export async function exportedHousehold(): Promise<Household> {
  const scene = await openTransformationScene(pglite);
  const { kysely } = scene.open;
  const life = await liveAuditedLife(scene.open);
  const memberId = await registered(await identityOn(kysely), email);
  const finished = (await scene.requestedBy(memberId)).id;
  await scene.run(finished, new RecordingGenerator(scene.made));
  await sql`select public.add_coins_to_user(${memberId}, 8, 'starter purchase', '7-starter-NGN')`.execute(kysely);
  await sql`insert into purchases
      (user_id, reference, package_id, package_name, gems, amount_kobo, display_currency, status, paid_at)
    values (${memberId}, '7-starter-NGN', 'starter', 'Starter', 8, 250000, 'NGN', 'paid', now())`.execute(kysely);
  const begun = (await scene.requestedBy(memberId)).id;
  await sql`update transformations set started_at = now(), progress = 65 where id = ${begun}`.execute(kysely);
  const waiting = (await scene.requestedBy(memberId)).id;
  const late = (await scene.requestedBy(memberId)).id;
  await sql`update transformations set created_at = now() - interval '2 days' where id = ${late}`.execute(kysely);
  const folder = await mkdtemp(join(tmpdir(), "moving-"));
  const manifest = await exportData({ kysely, photoHost: scene.photoHost }, folder);
  return {
    scene,
    folder,
    manifest,
    memberId,
    finished,
    begun,
    waiting,
    late,
    life,
    close: async () => {
      await scene.close();
      await rm(folder, { recursive: true });
    },
  };
}

export interface NewHome {
  open: OpenEngine;
  host: CloudinaryPhotoHost;
  cloudinary: CloudinaryServer;
  queue: JobQueue;
  identity: EmbeddedIdentityUnderTest;
  /** Runs the import; `broken` replaces a part with one that fails. */
  take(folder: string, broken?: Partial<Parameters<typeof importData>[0]>): ReturnType<typeof importData>;
  close(): Promise<void>;
}

/** A migrated, empty PostgreSQL and an empty account at Cloudinary. */
export async function newHome(engine = postgres): Promise<NewHome> {
  const open = await engine.open();
  const cloudinary = await startCloudinaryServer();
  const host = createCloudinaryPhotoHost({ cloudinaryUrl: cloudinary.cloudinaryUrl });
  const queue = await openJobQueue(open.queue, log, { supervise: false });
  await open.withConnection((connection) => connection.script(grantQueue));
  return {
    open,
    host,
    cloudinary,
    queue,
    identity: await identityOn(open.kysely),
    take: (folder, broken) => importData({ kysely: open.kysely, queue, photoHost: host, ...broken }, folder),
    close: async () => {
      await queue.stop();
      await host.close();
      await cloudinary.close();
      await open.close();
    },
  };
}

const identityOn = (kysely: Kysely<DB>) => openEmbeddedIdentity({ kysely, close: async () => {} });

/** Signs a member up and confirms the address. Returns the id. */
export async function registered(identity: EmbeddedIdentityUnderTest, address: string): Promise<string> {
  const browser = openBrowser(identity.identity);
  await browser.visit((session) => session.signUp({ fullName: "Ngozi Eze", email: address, password }));
  const tokenHash = await identity.mailedToken("confirmation", address);
  await browser.visit((session) => session.verifyLink({ tokenHash, type: "email" }));
  const member = await browser.visit((session) => session.provenMember());
  if (!member) throw new Error("no member is signed in");
  return member.id;
}
