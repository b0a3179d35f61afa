import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { formAnswer } from "../../account/forms/form-answer.ts";
import { refused } from "../../account/forms/form-responses.server.ts";
import { limited } from "../../account/limited.server.ts";
import { isRobot } from "../../account/sign-up/honeypot.ts";
import { networkOf } from "../../server/http/limits/limits.ts";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { clientAddressContext } from "../../server/http/site.ts";
import { type Database, databaseContext } from "../../server/database/database.ts";
import { mailParts } from "../../account/mails/mail-owner.ts";
import type { Route } from "./+types/report.route";
import { mailReports } from "./mail-reports.server.ts";
import { openShare } from "../open-share.server.ts";
import { ReportForm } from "./report-form.tsx";
import { reportSchema } from "./report-schema.server.ts";
import { ReportSent } from "./report-sent.tsx";
import { storeReport } from "./store-report.server.ts";
import { sharePath } from "../share.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  await liveShare(context.get(databaseContext), params.token);
  const page = { path: sharePath(params.token), sent: new URL(request.url).searchParams.has("sent") };
  return data(page, { headers: { "X-Robots-Tag": "noindex" } });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const database = context.get(databaseContext);
  const share = await liveShare(database, params.token);
  const form = await readSmallForm(request);
  const submission = parseWithZod(form, { schema: reportSchema });
  if (submission.status !== "success") return data(formAnswer(submission.reply()), { status: 422 });
  const tooMany = await limited(context, {
    reportFromAddress: networkOf(context.get(clientAddressContext)),
    reportOfShare: share.id,
  });
  if (tooMany) return refused(submission, tooMany);
  if (!isRobot(form)) {
    await storeReport(database, share, submission.value);
    // The report is saved; the reporter does not wait for the mail server.
    const mailing = { database, ...mailParts(context) };
    mailReports(mailing).catch((error: unknown) => mailing.log.error({ err: error }, "reports were not mailed"));
  }
  return redirect(`${sharePath(share.token)}/report?sent`, 303);
}

export const headers = ({ loaderHeaders, actionHeaders }: Route.HeadersArgs) =>
  new Headers([...loaderHeaders, ...actionHeaders]);

export default function ReportPage({ loaderData: { path, sent }, actionData }: Route.ComponentProps) {
  return sent ? <ReportSent path={path} /> : <ReportForm path={path} answer={actionData} />;
}

async function liveShare(database: Database, token: string) {
  const share = await openShare(database, token);
  if (!share) throw new Response("Not found", { status: 404 });
  return share;
}
