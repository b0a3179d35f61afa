import { useCallback, useEffect, useRef, useState } from "react";
import { unstable_usePrompt as usePrompt } from "react-router";
import { retryWhenOnline } from "../../server/http/connection/retry-when-online.ts";
import { displayName } from "../../photos/file-name.ts";
import { maxUploadBytes, photoExtensions, photoProblemMessages } from "../../photos/upload/photo-problems.ts";
import { showToast } from "../../ui/toasts/toast-store.ts";
import type { Saving } from "../drafts/save-draft.ts";

/** `src` shows the local file. */
export type PhotoUpload =
  | { phase: "idle" }
  | ({ phase: "shrinking" } & Shown)
  | ({ phase: "sending"; bytes: number; share: number } & Shown)
  /** Offline; resumes by itself. */
  | ({ phase: "waiting"; bytes: number } & Shown)
  | ({ phase: "arrived"; bytes: number } & Shown);

export interface Shown {
  name: string;
  src: string;
  fileBytes: number;
}

/** Uploads a chosen photo in the background; another choice replaces it. `keep` attaches it to its draft. */
export function usePhotoUpload(
  keep: (runId: string, photoId: string) => Promise<Saving>,
  { failureTitle, forSubject }: { failureTitle: string; forSubject: boolean },
) {
  const [upload, setUpload] = useState<PhotoUpload>({ phase: "idle" });
  const [looked, setLooked] = useState<{ src: string; advice: string[] | null } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const current = useRef<AbortController | null>(null);
  const keeper = useRef(keep);
  useEffect(() => {
    keeper.current = keep;
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
      const wrong = problemWith(file);
      // An earlier photo stays.
      if (wrong) return refuse("Invalid file", wrong);
      setRefusal(null);
      current.current?.abort();
      const { signal } = (current.current = new AbortController());
      const tell = (next: PhotoUpload) => void (signal.aborted || setUpload(next));
      const shown = { name: displayName(file.name), src: URL.createObjectURL(file), fileBytes: file.size };
      tell({ phase: "shrinking", ...shown });
      const { uploadChosen } = await retryWhenOnline(() => import("./photo-chosen.ts")).catch((error: unknown) => {
        // The error boundary reloads the page, which has new scripts after a deploy.
        setUpload(() => {
          throw error;
        });
        throw error;
      });
      await uploadChosen(
        { file, shown, signal, forSubject, failureTitle },
        {
          keep: (photoId) => keeper.current(runId, photoId),
          tell,
          advise: (advice) => setLooked({ src: shown.src, advice }),
          refuse,
        },
      );
    },
    [failureTitle, forSubject],
  );
  return { upload, advice: looked && looked.src === src ? looked.advice : null, refusal, choose };
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
