import { Field } from "../../ui/field.tsx";

interface ResendConfirmationFormProps {
  email: string | null;
  typed?: string | undefined;
  error?: string | undefined;
  waitSeconds?: number;
}

export function ResendConfirmationForm({ email, typed, error, waitSeconds = 0 }: ResendConfirmationFormProps) {
  return (
    <form className="grid grid-cols-1 gap-4" method="post" action="/verify-email" noValidate>
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
      <button type="submit" className="btn-secondary">
        Send the link again
      </button>
      {waitSeconds ? <p className="text-sm text-ink-2">{cooldownMessage(waitSeconds)}</p> : null}
    </form>
  );
}

export function cooldownMessage(seconds: number): string {
  return `You can ask again in ${seconds === 1 ? "1 second" : `${seconds} seconds`}.`;
}
