import { showToast } from "../../ui/toasts/toast.tsx";

/** ms, to read why. */
const readMs = 2_500;
let leaving = false;

/** The session has ended in the middle of a draft: its answers wait in the tab's storage, and its page after the sign-in. */
export function signInAgain() {
  if (leaving) return;
  leaving = true;
  const next = window.location.pathname + window.location.search;
  showToast({ kind: "error", title: "Sign in required", text: "Please log in to continue. Your choices are saved." });
  setTimeout(() => window.location.assign(`/login?${new URLSearchParams({ next })}`), readMs);
}
