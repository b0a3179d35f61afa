import { Icon } from "../../ui/icon.tsx";

/** What is wrong with an answer, beside its control, which refers to it by `<id>-error`. */
export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  return message ? (
    <p className="error" id={`${id}-error`}>
      <Icon name="warning" />
      {message}
    </p>
  ) : null;
}
