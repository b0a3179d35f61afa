import { useCallback, useEffect, useRef, useState } from "react";
import { unstable_usePrompt as usePrompt } from "react-router";
import { retryWhenOnline } from "../../server/http/connection/connection-errors.ts";
import { displayName } from "../../photos/file-name.ts";
import { maxUploadBytes, photoExtensions, photoProblemMessages } from "../../photos/upload/photo-problems.ts";
import { showToast } from "../../ui/toasts/toast.tsx";
import type { Saving } from "../drafts/save-draft.ts";

/** `src` shows the local file. */
export type PhotoUpload =
  | { phase: "idle" }
  | ({ phase: "shrinking" } & LocalPhoto)
  | ({ phase: "sending"; bytes: number; share: number } & LocalPhoto)
  /** Offline; resumes by itself. */
  | ({ phase: "waiting"; bytes: number } & LocalPhoto)
  | ({ phase: "arrived"; bytes: number } & LocalPhoto);

export interface LocalPhoto {
  name: string;
  src: string;
  fileBytes: number;
}

/** Uploads a chosen photo in the background; another choice replaces it. `attach` links it to its draft. */
export function usePhotoUpload(
  attach: (runId: string, photoId: string) => Promise<Saving>,
  { failureTitle, forSubject }: { failureTitle: string; forSubject: boolean },
) {
  const [upload, setUpload] = useState<PhotoUpload>({ phase: "idle" });
  const [deviceAdvice, setDeviceAdvice] = useState<{ src: string; advice: string[] | null } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const current = useRef<AbortController | null>(null);
  const attachRef = useRef(attach);
  useEffect(() => {
    attachRef.current = attach;
  });
  useWarningBeforeLeaving(upload.phase === "shrinking" || upload.phase === "sending" || upload.phase === "waiting");
  useEffect(() => () => current.current?.abort(), []);
  const src = "src" in upload ? upload.src : null;
  useEffect(() => () => void (src && URL.revokeObjectURL(src)), [src]);

  const choose = useCallback(
    async (file: File, runId: string) => {
      const refuse = (title: string, message: string) => {
        setRefusal(message);
        showToast({ kind: "error", title, text: message });
      };
      const problem = problemWith(file);
      // An earlier photo stays.
      if (problem) return refuse("Invalid file", problem);
      setRefusal(null);
      current.current?.abort();
      const { signal } = (current.current = new AbortController());
      const onChange = (next: PhotoUpload) => void (signal.aborted || setUpload(next));
      const display = { name: displayName(file.name), src: URL.createObjectURL(file), fileBytes: file.size };
      onChange({ phase: "shrinking", ...display });
      const { uploadChosen } = await retryWhenOnline(() => import("./photo-chosen.ts")).catch((error: unknown) => {
        // The error boundary reloads the page, which has new scripts after a deploy.
        setUpload(() => {
          throw error;
        });
        throw error;
      });
      await uploadChosen(
        { file, display, signal, forSubject, failureTitle },
        {
          attach: (photoId) => attachRef.current(runId, photoId),
          onChange,
          advise: (advice) => setDeviceAdvice({ src: display.src, advice }),
          refuse,
        },
      );
    },
    [failureTitle, forSubject],
  );
  return { upload, advice: deviceAdvice && deviceAdvice.src === src ? deviceAdvice.advice : null, refusal, choose };
}

/** Checks before the upload; the server checks the content. */
export function problemWith({ name, size }: File): string | null {
  const known = photoExtensions.some((extension) => name.toLowerCase().endsWith(extension));
  if (!known) return photoProblemMessages.unsupported;
  if (size === 0) return photoProblemMessages.empty;
  return size > maxUploadBytes ? photoProblemMessages["too-large"] : null;
}

/** The browser's own question, because an unsent photo would be lost. */
export function useWarningBeforeLeaving(active: boolean) {
  usePrompt({
    message: "Your photo is still being sent. Leave this page and lose it?",
    when: ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  });
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [active]);
}
