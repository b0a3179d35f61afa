import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const app = join(import.meta.dirname, "../../app");

const callers: Record<string, string> = {
  "transformations/notifications/claim-notice.server.ts":
    "takes up what is to be mailed to anybody, at addresses members do not read",
  "transformations/notifications/mail-done-notices.server.ts": "removes what was mailed, of everybody",
  "gallery/delete/delete-transformation.server.ts": "removes rows and pictures; members delete no row of theirs",
  "gallery/rename/rename-transformation.server.ts": "renames the picture with its row; its place at the host is ours",
  "gems/receipts/receipt-mails.server.ts": "mails receipts to everybody, at addresses members do not read",
  "gems/settle-purchase.server.ts": "credits a payment the provider has confirmed",
  "gems/start-purchase.server.ts": "writes down the price and the reference, which are ours",
  "gems/sweep-purchases.server.ts": "asks about pending payments of everybody",
  "gems/refund-purchase.server.ts": "refunds as support decides",
  "gems/purchase-evidence.server.ts": "prints proof of delivery for the operator",
  "gems/record-refunds.server.ts": "records the provider's refunds and moves their gems",
  "server/observability/observed-adapters.server.ts": "times the port; asks nothing itself",
  "server/observability/read-backlog.server.ts": "counts what waits, of everybody together",
  "marketing/try/tryouts.server.ts": "holds photos of people without an account",
  "photos/storing/delete-picture.server.ts": "removes a picture's row; its place at the host is ours",
  "photos/storing/picture-removals.server.ts": "notes what is to go from the host, of everybody",
  "photos/storing/rename-picture.server.ts": "moves a picture; its place at the host is ours",
  "photos/retention/sweep-photos.server.ts": "removes unused photos and originals past their time, of all members",
  "photos/storing/store-photo.server.ts": "records a stored photo: its place at the host is ours",
  "tools/presets/save-preset.server.ts": "asks what was bought before a preset is kept; members save none past it",
  "services.server.ts": "hands the port on while the database opens; asks nothing itself",
  "tools/batch/request-batch.server.ts": "holds the gems of a batch",
  "tools/runs/start-transformation.server.ts": "holds the gem of a draft",
  "sharing/create-share.server.ts": "makes a link: its secret is ours",
  "sharing/reports/report-schema.server.ts": "saves reports of people without an account",
  "sharing/reports/mail-reports.server.ts": "hands over what was reported by anybody",
  "sharing/open-share.server.ts": "shows a picture to anyone with its link",
  "sharing/end-share.server.ts": "ends a link, as its member or support decides; members write no such row",
  "transformations/ending/credit-back.server.ts": "gives a gem back",
  "transformations/requesting/request-transformation.server.ts": "holds the gem",
  "transformations/running/run-transformation.server.ts": "moves the work on",
  "transformations/running/transformation-worker.server.ts": "puts a job back that has to wait for a service",
  "transformations/ending/end-transformation.server.ts": "settles or returns the gem",
  "transformations/stored-looks.server.ts": "makes another look the result; members do not write which photo that is",
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
