import { Field } from "../../ui/field.tsx";
import { cooldownMessage } from "./cooldown-message.ts";

interface ResendConfirmationFormProps {
  email: string | null;
  typed?: string | undefined;
  error?: string | undefined;
  waitSeconds?: number;
}

export function ResendConfirmationForm({ email, typed, error, waitSeconds = 0 }: ResendConfirmationFormProps) {
  return (
    <form className="stack" method="post" action="/verify-email" noValidate>
      {email ? (
        <input type="hidden" name="email" value={email} />
      ) : (
        <Field
          id="email"
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          required
          defaultValue={typed}
          error={error}
        />
      )}
      <button className="btn btn-secondary">Send the link again</button>
      {waitSeconds ? <p className="muted small">{cooldownMessage(waitSeconds)}</p> : null}
    </form>
  );
}
