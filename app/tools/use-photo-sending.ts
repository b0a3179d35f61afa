import { useCallback, useEffect, useRef, useState } from "react";
import { useSubmit } from "react-router";

/** Sends the form as soon as a photo is chosen or dropped; only the first file of several is used. */
export function usePhotoSending() {
  const form = useRef<HTMLFormElement>(null);
  const lookedForEarly = useRef(false);
  const submit = useSubmit();
  const [over, setOver] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const send = useCallback(
    (input: HTMLInputElement | null | undefined) => {
      const file = input?.files?.[0];
      if (!input || !file) return;
      setChosen(file.name);
      void submit(form.current);
      // The form was read; emptied, the field notices when the same photo is chosen again.
      input.value = "";
    },
    [submit],
  );
  // A photo chosen before the scripts arrived is not left lying.
  useEffect(() => {
    if (lookedForEarly.current) return;
    lookedForEarly.current = true;
    send(form.current?.querySelector<HTMLInputElement>("input[type=file]"));
  }, [send]);
  return {
    form,
    over,
    chosen,
    choose: (event: React.ChangeEvent<HTMLInputElement>) => send(event.currentTarget),
    dropHandlers: {
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    },
  };
}
