import type { ChildProcess } from "node:child_process";
import type { Kysely } from "kysely";
import type { DB } from "../../../app/server/database/types.ts";
import type { PhotoHost } from "../../../app/photos/photo-host.ts";
import type { HostedServices } from "../../servers/hosted-services.ts";

export interface Surroundings {
  /** Null when the product uses its embedded parts. */
  hosted: HostedServices | null;
  port: number;
  environment: Record<string, string>;
  /** Node's options for each process and command, before its file. */
  nodeOptions: readonly string[];
  /** The product's processes, and the text that each prints once it is ready. */
  processes: readonly { file: string; environment: Record<string, string>; ready: RegExp }[];
  /** The pattern of payment page addresses, for Playwright's `waitForURL`. */
  checkoutPages: string;
  /** Runs before the processes start, each time. */
  prepare(folder: string): Promise<void>;
  /** All mail, the newest first. */
  mails(): Promise<JourneyMail[]>;
  /** Opens the data of a stopped product. */
  open(): Promise<Opened>;
  /** Opens the data of a running product, whose web process is `server`. */
  reach(server: ChildProcess): Promise<Opened>;
  remove(): Promise<void>;
}

export interface JourneyMail {
  to: string;
  subject: string;
  text: string;
}

export interface Opened {
  /** Connected as the schema's owner. */
  kysely: Kysely<DB>;
  photoHost: PhotoHost;
  close(): Promise<void>;
}

export const quiet = { warn: () => {}, error: () => {}, info: () => {}, debug: () => {} };
