import { Icon } from "../../ui/icon.tsx";

export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  return message ? (
    <p className="error" id={`${id}-error`}>
      <Icon name="warning" />
      {message}
    </p>
  ) : null;
}
