import { type RefObject, useEffect, useRef } from "react";

/** Takes files that were chosen before the scripts loaded. */
export function useEarlyFiles(form: RefObject<HTMLFormElement | null>, choose: (files: File[]) => void) {
  const checked = useRef(false);
  useEffect(() => {
    if (checked.current) return;
    checked.current = true;
    const input = form.current?.querySelector<HTMLInputElement>("input[type=file]");
    const files = [...(input?.files ?? [])];
    if (!input || !files.length) return;
    choose(files);
    input.value = "";
  }, [form, choose]);
}
