import { Icon } from "../../ui/icon.tsx";

export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  return message ? (
    <p className="flex items-start gap-[0.4rem] text-sm font-medium wrap-anywhere text-danger" id={`${id}-error`}>
      <Icon name="warning" className="mt-[0.12em]" />
      {message}
    </p>
  ) : null;
}
