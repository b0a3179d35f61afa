import type { Answers, Tool } from "../tool.ts";
import { storableLength } from "../answers.ts";

/** Ms after the last change. */
const saveAfterMs = 200;

/**
 * Saves a draft's answers in the background. One save at a time with the latest answers, so none arrives late. The
 * tab's storage holds unsaved answers: after the session's end the page may be left before a save responds.
 */
export function createDraftSaving(tool: Tool) {
  let latest: Answers = {};
  let unsaved: string | null = null;
  let timer: ReturnType<typeof setTimeout>;
  let saves: Promise<unknown> = Promise.resolve();

  /** `photo` is the id of a photo to attach. */
  const now = (draftId: string, photo?: string): Promise<Saving> => {
    const saving = saves.then(async () => {
      const sent = latest;
      const outcome = await saveDraft(tool, { draftId, answers: sent, ...(photo ? { photo } : {}) });
      if (outcome.saving === "saved" && sent === latest) {
        unsaved = null;
        forgetUnsaved(draftId);
      }
      return outcome;
    });
    saves = saving;
    return saving;
  };
  const flush = () => {
    clearTimeout(timer);
    if (!unsaved) return;
    rememberUnsaved(unsaved, latest);
    void now(unsaved);
  };
  return {
    now,
    /** The answers that the next save sends. */
    set: (answers: Answers) => void (latest = answers),
    change: (draftId: string, answers: Answers) => {
      latest = answers;
      unsaved = draftId;
      rememberUnsaved(draftId, answers);
      clearTimeout(timer);
      timer = setTimeout(flush, saveAfterMs);
    },
    flush,
    /** Call this before a form that sends every answer. */
    stop: () => {
      clearTimeout(timer);
      if (unsaved) forgetUnsaved(unsaved);
      unsaved = null;
    },
  };
}

interface RunSoFar {
  draftId: string;
  answers: Answers;
  photo?: string;
}

/** `refused`: a retry will not help. */
export type Saving = { saving: "saved" } | { saving: "refused" } | { saving: "offline" };

/** Saves in the background. */
async function saveDraft(tool: Tool, { draftId, answers, photo }: RunSoFar): Promise<Saving> {
  const body = new URLSearchParams({ tool: tool.id, ...(photo ? { photo } : {}) });
  for (const [name, value] of Object.entries(answers)) if (value.length <= storableLength) body.set(name, value);
  try {
    const { ok, status } = await fetch(`/api/drafts/${draftId}`, { method: "POST", body, keepalive: isShort(body) });
    if (ok) return { saving: "saved" };
    if (status === 401) void signInAgain();
    return { saving: status === 429 || status >= 500 ? "offline" : "refused" };
  } catch {
    // The next change saves again, and the last step sends every answer.
    return { saving: "offline" };
  }
}

/** Answers without a confirmed save, and their page. */
interface Unsaved {
  answers: Answers;
  page: string;
}

function rememberUnsaved(draftId: string, answers: Answers) {
  const unsaved: Unsaved = { answers, page: location.pathname + location.search };
  try {
    sessionStorage.setItem(draftId, JSON.stringify(unsaved));
  } catch {
    // Full or forbidden: the save still follows.
  }
}

function forgetUnsaved(draftId: string) {
  try {
    sessionStorage.removeItem(draftId);
  } catch {
    // Forbidden.
  }
}

/** Null without unsaved answers; they are read once. */
export function takeUnsaved(draftId: string): Unsaved | null {
  try {
    const unsaved = sessionStorage.getItem(draftId);
    sessionStorage.removeItem(draftId);
    return unsaved ? (JSON.parse(unsaved) as Unsaved) : null;
  } catch {
    return null;
  }
}

/** Browsers allow 64 KiB for keepalive requests (Fetch, "keepalive"). */
const isShort = (body: URLSearchParams) => body.toString().length < 60_000;

/** Ms to read the reason. */
const readMs = 2_500;
let leaving = false;

/** The session ended during a draft: the tab's storage holds the answers, and the sign-in leads back to the page. */
async function signInAgain(): Promise<void> {
  if (leaving) return;
  leaving = true;
  const { showToast } = await import("../../ui/toasts/toast.tsx");
  const next = window.location.pathname + window.location.search;
  showToast({ kind: "error", title: "Sign in required", text: "Please log in to continue. Your choices are saved." });
  setTimeout(() => window.location.assign(`/login?${new URLSearchParams({ next })}`), readMs);
}
