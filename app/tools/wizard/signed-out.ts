import { showToast } from "../../ui/toasts/toast.tsx";
import type { Answers } from "../tool.ts";

/** ms, to read why. */
const readMs = 2_500;
let leaving = false;

/** The session has ended in the middle of a draft: its answers wait on the device, and its page after the sign-in. */
export function signInAgain(draftId: string, answers: Answers) {
  const page = window.location.pathname + window.location.search;
  sessionStorage.setItem(draftId, JSON.stringify({ answers, page }));
  if (leaving) return;
  leaving = true;
  showToast({ kind: "error", title: "Sign in required", text: "Please log in to continue. Your choices are saved." });
  setTimeout(() => window.location.assign(`/login?${new URLSearchParams({ next: page })}`), readMs);
}

/** Null without unsaved answers; they are read once. */
export function takeUnsaved(draftId: string): { answers: Answers; page: string } | null {
  const unsaved = sessionStorage.getItem(draftId);
  sessionStorage.removeItem(draftId);
  return unsaved ? (JSON.parse(unsaved) as { answers: Answers; page: string }) : null;
}
