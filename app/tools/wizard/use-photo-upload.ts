import { useCallback, useEffect, useRef, useState } from "react";
import { unstable_usePrompt as usePrompt } from "react-router";
import { retryWhenOnline } from "../../server/http/connection/retry-when-online.ts";
import { displayName } from "../../photos/file-name.ts";
import { maxUploadBytes, photoExtensions, photoProblemMessages } from "../../photos/upload/photo-problems.ts";
import { showToast } from "../../ui/toasts/toast-store.ts";
import type { Saving } from "../drafts/save-draft.ts";

/** A photo on its way from this device. `src` shows it from the device itself. */
export type PhotoUpload =
  | { phase: "idle" }
  | ({ phase: "shrinking" } & Shown)
  | ({ phase: "sending"; bytes: number; share: number } & Shown)
  /** The line is gone; it is sent again by itself. */
  | ({ phase: "waiting"; bytes: number } & Shown)
  | ({ phase: "arrived"; bytes: number } & Shown);

export interface Shown {
  name: string;
  src: string;
  /** Of the file chosen. */
  fileBytes: number;
}

/**
 * Takes a chosen photo to the server in the background, shrunk on the device, and says where it is. Choosing another
 * one takes its place. `keep` gives the arrived photo to the run it was chosen for.
 */
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
      // The one before it, if any, stays.
      if (wrong) return refuse("Invalid file", wrong);
      setRefusal(null);
      current.current?.abort();
      const { signal } = (current.current = new AbortController());
      const tell = (next: PhotoUpload) => void (signal.aborted || setUpload(next));
      const shown = { name: displayName(file.name), src: URL.createObjectURL(file), fileBytes: file.size };
      tell({ phase: "shrinking", ...shown });
      const { uploadChosen } = await retryWhenOnline(() => import("./photo-chosen.ts")).catch((error: unknown) => {
        // The boundary loads the page anew, which has other scripts since a deploy.
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

/** What is wrong with a file before anything is sent; the server looks at its content. */
export function problemWith({ name, size }: File): string | null {
  const known = photoExtensions.some((extension) => name.toLowerCase().endsWith(extension));
  if (!known) return photoProblemMessages.unsupported;
  if (size === 0) return photoProblemMessages.empty;
  return size > maxUploadBytes ? photoProblemMessages["too-large"] : null;
}

/** A photo that is not with us yet would be lost with the page; the browser asks, in its own words or in these. */
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
