import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import type { ReactNode } from "react";
import { formAnswer, type FormAnswer, FormErrors } from "../../account/forms/form-errors.tsx";
import { refused } from "../../account/forms/form-responses.server.ts";
import { limited } from "../../account/member-action.server.ts";
import { siteOf } from "../../server/http/limits/limits.ts";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { clientAddressContext } from "../../server/http/site.ts";
import { type Database, databaseContext } from "../../server/database/database.ts";
import { mailParts } from "../../account/mails/account-mails.ts";
import type { Route } from "./+types/report.route";
import { mailReports, reportSchema, storeReport } from "./reports.server.ts";
import { openShare } from "../open-share.server.ts";
import { maxDetailsLength, reportReasons, sharePath } from "../share.ts";
import { MessagePage } from "../../account/frame/message-page.tsx";
import { Field, HoneypotField, isRobot } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";

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
    reportFromAddress: siteOf(context.get(clientAddressContext)),
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

interface ReportFormProps {
  path: string;
  answer: FormAnswer | undefined;
}

function ReportForm({ path, answer }: ReportFormProps) {
  const { values = {}, errors = {} } = answer ?? {};
  return (
    <MessagePage
      title="Report this picture"
      lede="Tell us what's wrong. The person who shared it will not know who you are."
      failed={Boolean(answer)}
    >
      <FormErrors answer={answer} title="Report not sent" />
      <form className="grid grid-cols-1 gap-6" method="post" action={`${path}/report`} noValidate>
        <Labelled id="reason" label="What is wrong?" error={errors.reason}>
          <select
            className="input"
            id="reason"
            name="reason"
            aria-required
            defaultValue={values.reason ?? ""}
            aria-invalid={errors.reason ? true : undefined}
            aria-describedby={errors.reason ? "reason-error" : undefined}
          >
            <option value="">Choose a reason</option>
            {Object.entries(reportReasons).map(([reason, words]) => (
              <option key={reason} value={reason}>
                {words}
              </option>
            ))}
          </select>
        </Labelled>
        <Labelled id="details" label="Anything else? (optional)" error={errors.details}>
          <textarea
            className="input"
            id="details"
            name="details"
            maxLength={maxDetailsLength}
            defaultValue={values.details}
            aria-invalid={errors.details ? true : undefined}
            aria-describedby={errors.details ? "details-error details-hint" : "details-hint"}
          />
          <p className="text-sm wrap-anywhere text-ink-2" id="details-hint">
            At most {maxDetailsLength} characters.
          </p>
        </Labelled>
        <Field
          id="email"
          name="email"
          label="Your email, if you want an answer (optional)"
          type="email"
          autoComplete="email"
          defaultValue={values.email}
          error={errors.email}
        />
        <HoneypotField />
        <div className="flex flex-wrap items-center gap-3">
          <button type="submit" className="btn-primary">
            Send report
          </button>
          <a className="inline-flex min-h-tap min-w-tap items-center font-medium" href={path}>
            Back to the picture
          </a>
        </div>
      </form>
    </MessagePage>
  );
}

interface LabelledProps {
  id: string;
  label: string;
  error: string | undefined;
  children: ReactNode;
}

function Labelled({ id, label, error, children }: LabelledProps) {
  return (
    <div className="field">
      <label className="text-sm font-strong" htmlFor={id}>
        {label}
      </label>
      {children}
      {error ? (
        <p className="flex items-start gap-[0.4rem] text-sm font-medium wrap-anywhere text-danger" id={`${id}-error`}>
          <Icon name="warning" className="mt-[0.12em]" />
          {error}
        </p>
      ) : null}
    </div>
  );
}

function ReportSent({ path }: { path: string }) {
  return (
    <MessagePage
      title="Thank you for your report"
      lede="Our support team reads every report and takes pictures down where needed."
    >
      <p className="flex flex-wrap items-center gap-3">
        <a className="btn-secondary" href={path}>
          Back to the picture
        </a>{" "}
        <a className="inline-flex min-h-tap min-w-tap items-center font-medium" href="/">
          Home
        </a>
      </p>
    </MessagePage>
  );
}
