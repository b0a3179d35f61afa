import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const app = join(import.meta.dirname, "../../app");

const callers: Record<string, string> = {
  "gallery/delete/delete-transformation.server.ts": "deletes rows and pictures; members have no right to delete rows",
  "gallery/rename/rename-transformation.server.ts": "renames the row with its picture; members do not write public ids",
  "gems/purchase-evidence.server.ts": "prints proof of delivery for the operator",
  "gems/receipts/receipt-mails.server.ts": "mails receipts to all members, at addresses that members cannot read",
  "gems/record-refunds.server.ts": "records the provider's refunds and moves their gems",
  "gems/refund-purchase.server.ts": "refunds as support decides",
  "gems/settle-purchase.server.ts": "credits a payment that the provider has confirmed",
  "gems/start-purchase.server.ts": "stores the price and the reference, which members must not set",
  "gems/sweep-purchases.server.ts": "checks the pending payments of all members",
  "marketing/try/tryouts.server.ts": "stores photos of visitors without an account",
  "photos/retention/sweep-photos.server.ts": "removes unused photos and originals past their time, of all members",
  "photos/storing/delete-picture.server.ts": "deletes a picture's row; members do not write public ids",
  "photos/storing/picture-removals.server.ts": "queues pictures for removal from the photo host, of all members",
  "photos/storing/rename-picture.server.ts": "renames a stored picture; members do not write public ids",
  "photos/storing/store-photo.server.ts": "inserts a stored photo; members do not write public ids",
  "server/observability/observed-adapters.server.ts": "times the port and makes no query of its own",
  "server/observability/read-backlog.server.ts": "counts the waiting work of all members",
  "services.server.ts": "passes the port on while the database opens; makes no query of its own",
  "sharing/open-share.server.ts": "shows a picture to everyone with its link",
  "sharing/reports/reports.server.ts": "saves reports of people without an account, and mails those of all reporters",
  "sharing/shares.server.ts": "makes a link with a secret, and ends it for its member or support",
  "tools/batch/request-batch.server.ts": "holds the gems of a batch",
  "tools/presets/save-preset.server.ts": "checks purchases before a preset is saved; members insert none themselves",
  "tools/runs/start-transformation.server.ts": "holds the gem of a draft",
  "transformations/ending/credit-back.server.ts": "returns a gem",
  "transformations/ending/end-transformation.server.ts": "settles or returns the gem",
  "transformations/notifications/mail-done-notices.server.ts":
    "mails notices to all members, at addresses that members cannot read, and removes them",
  "transformations/requesting/request-transformation.server.ts": "holds the gem",
  "transformations/running/run-transformation.server.ts": "moves the work on",
  "transformations/running/transformation-worker.server.ts": "puts back a job that has to wait for a service",
  "transformations/stored-looks.server.ts": "makes another look the result; members do not set a result's photo",
};

test("limits asService to the listed files", () => {
  const found = readdirSync(app, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test.") && !file.startsWith("server/database/"))
    .filter((file) => readFileSync(join(app, file), "utf8").includes("asService("));
  expect(found.sort()).toEqual(Object.keys(callers).sort());
});

test("limits role changes to the database's own files", () => {
  const found = readdirSync(app, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(tsx?|sql)$/.test(file))
    .filter((file) => /service_role/.test(readFileSync(join(app, file), "utf8")))
    .filter((file) => !/^(server\/database|adapters\/embedded\/(database|identity))\//.test(file));
  expect(found).toEqual(["transformations/running/transformation-worker.server.ts"]);
});
