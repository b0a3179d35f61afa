import { showToast } from "../../ui/toasts/toast.tsx";

/** ms to read the reason. */
const readMs = 2_500;
let leaving = false;

/** The session ended during a draft: the tab's storage holds the answers, and the sign-in leads back to the page. */
export function signInAgain() {
  if (leaving) return;
  leaving = true;
  const next = window.location.pathname + window.location.search;
  showToast({ kind: "error", title: "Sign in required", text: "Please log in to continue. Your choices are saved." });
  setTimeout(() => window.location.assign(`/login?${new URLSearchParams({ next })}`), readMs);
}
