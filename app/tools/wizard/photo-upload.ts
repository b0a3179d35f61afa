import { useCallback } from "react";
import { unstable_usePrompt as usePrompt, useBeforeUnload } from "react-router";
import { retryWhenOnline } from "../../server/http/connection/connection-errors.ts";
import { displayName } from "../../photos/file-name.ts";
import { photoProblemMessages } from "../../photos/upload/photo-problems.ts";
import { maxUploadBytes, photoExtensions } from "../../photos/upload/limits.ts";
import { showToast } from "../../ui/toasts/toast.tsx";
import type { Saving } from "./draft-saving.ts";

/** `src` shows the local file; empty where the browser cannot. */
export type PhotoUpload =
  | { phase: "idle" }
  | ({ phase: "shrinking" } & LocalPhoto)
  | ({ phase: "sending"; share: number } & LocalPhoto)
  /** Offline; resumes by itself. */
  | ({ phase: "waiting" | "arrived" } & LocalPhoto);

export interface LocalPhoto {
  name: string;
  src: string;
}

interface UploadState {
  upload: PhotoUpload;
  /** Measured on this device; null before. */
  advice: string[] | null;
  /** The reason why the last chosen photo was refused. */
  refusal: string | null;
  /** The step whose form is submitted when the photo has arrived. */
  submits: string | null;
  /** The scripts could not be loaded; thrown on display, where the error boundary reloads the page. */
  failure: unknown;
}

interface UploadOptions {
  failureTitle: string;
  forSubject: boolean;
}

export const loadUploading = () => import("./upload-chosen-photo.ts");

/** Uploads a chosen photo to its draft; another choice replaces it. A store for useSyncExternalStore. */
export function createPhotoUpload({ failureTitle, forSubject }: UploadOptions) {
  let state: UploadState = { upload: { phase: "idle" }, advice: null, refusal: null, submits: null, failure: null };
  let submit: (() => void) | null = null;
  let current: AbortController | null = null;
  let display: LocalPhoto | null = null;
  let hideRefusal = () => {};
  const listeners = new Set<() => void>();
  const set = (next: Partial<UploadState>) => {
    const src = srcOf(state.upload);
    state = { ...state, ...next };
    if (src && src !== srcOf(state.upload)) URL.revokeObjectURL(src);
    for (const listener of listeners) listener();
  };
  const refuse = (title: string, message: string) => {
    set({ refusal: message });
    hideRefusal();
    hideRefusal = showToast({ kind: "error", title, text: message, repeats: true });
  };
  const submitOnArrival = (stepId: string | null, then: (() => void) | null = null) => {
    submit = then;
    if (state.submits !== stepId) set({ submits: stepId });
  };
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    now: () => state,
    /** True once `attach` has linked the photo to its draft. */
    choose: async (file: File, attach: (photoId: string) => Promise<Saving>): Promise<boolean> => {
      const problem = problemWith(file);
      // An earlier photo stays.
      if (problem) {
        refuse("Invalid file", problem);
        return false;
      }
      current?.abort();
      hideRefusal();
      const { signal } = (current = new AbortController());
      display = { name: displayName(file.name), src: URL.createObjectURL(file) };
      submitOnArrival(null);
      set({ refusal: null, advice: null, upload: { phase: "shrinking", ...display } });
      const uploading = await retryWhenOnline(loadUploading).catch((failure: unknown) => void set({ failure }));
      const arrived = await uploading?.uploadChosen(
        { file, display, signal, forSubject, failureTitle },
        {
          attach,
          onChange: (upload) => void (signal.aborted || set({ upload })),
          advise: (advice) => void (signal.aborted || set({ advice })),
          refuse,
        },
      );
      if (signal.aborted) return false;
      const then = submit;
      submitOnArrival(null);
      if (arrived) then?.();
      return arrived ?? false;
    },
    refuse,
    /** For files that this browser cannot show, as HEIC in Chromium: the stored photo is shown after the upload. */
    unreadable: () => {
      if (display) display.src = "";
      if ("src" in state.upload) set({ upload: { ...state.upload, src: "" } });
    },
    /** Calls `then` once the photo has arrived; a refused or another photo, or a null step, cancels it. */
    submitOnArrival,
    close: () => {
      current?.abort();
      set({ upload: { phase: "idle" } });
    },
  };
}

const srcOf = (upload: PhotoUpload) => ("src" in upload ? upload.src : null);

export const isUnderWay = ({ phase }: PhotoUpload): boolean => phase !== "idle" && phase !== "arrived";

/** Checks before the upload; the server checks the content. */
export function problemWith({ name, size }: File): string | null {
  const known = photoExtensions.some((extension) => name.toLowerCase().endsWith(extension));
  if (!known) return photoProblemMessages.unsupported;
  if (size === 0) return photoProblemMessages.empty;
  return size > maxUploadBytes ? photoProblemMessages["too-large"] : null;
}

/** Uses the browser's own dialog, because an unsent photo would be lost. */
export function useWarningBeforeLeaving(active: boolean) {
  usePrompt({
    message: "Your photo is still being sent. Leave this page and lose it?",
    when: ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  });
  useBeforeUnload(useCallback((event) => void (active && event.preventDefault()), [active]));
}
