import type { ReactNode } from "react";
import type { FormAnswer } from "../../account/forms/form-answer.ts";
import { FormErrors } from "../../account/forms/form-errors.tsx";
import { MessagePage } from "../../account/frame/message-page.tsx";
import { honeypotField } from "../../account/sign-up/honeypot.ts";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { maxDetailsLength, reportReasons } from "./report-reasons.ts";

interface ReportFormProps {
  path: string;
  answer: FormAnswer | undefined;
}

export function ReportForm({ path, answer }: ReportFormProps) {
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
            required
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
        <div className="hidden" aria-hidden="true">
          <label htmlFor={honeypotField}>Leave this empty</label>
          <input id={honeypotField} name={honeypotField} tabIndex={-1} autoComplete="off" />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <button className="btn btn-primary">Send report</button>
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
