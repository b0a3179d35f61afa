import type { ChildProcess } from "node:child_process";
import type { Kysely } from "kysely";
import type { DB } from "../../../app/server/database/types.ts";
import type { PhotoHost } from "../../../app/photos/photo-host.ts";
import type { HostedServices } from "../../servers/hosted-services.ts";

export interface Surroundings {
  /** Null where the product runs on its embedded parts. */
  hosted: HostedServices | null;
  port: number;
  environment: Record<string, string>;
  /** For Node, before the file of each process and command. */
  nodeOptions: readonly string[];
  /** The product's processes, and what each prints once it is ready. */
  processes: readonly { file: string; environment: Record<string, string>; ready: RegExp }[];
  /** Which address is a payment page, as Playwright's `waitForURL` takes it. */
  checkoutPages: string;
  /** Runs before the processes start, each time. */
  prepare(folder: string): Promise<void>;
  /** All mail, the newest first. */
  mails(): Promise<JourneyMail[]>;
  /** The data of a stopped product. */
  open(): Promise<Opened>;
  /** The data of a running one, whose web process is `server`. */
  reach(server: ChildProcess): Promise<Opened>;
  remove(): Promise<void>;
}

export interface JourneyMail {
  to: string;
  subject: string;
  text: string;
}

export interface Opened {
  /** As the schema's owner. */
  kysely: Kysely<DB>;
  photoHost: PhotoHost;
  close(): Promise<void>;
}

export const quiet = { warn: () => {}, error: () => {}, info: () => {}, debug: () => {} };
