import { useCallback, useEffect, useRef } from "react";
import { type Saving, saveDraft } from "../drafts/save-draft.ts";
import type { Answers, Tool } from "../tool.ts";

/** Ms after the last change. */
const saveAfterMs = 200;

/** Saves changes, at once on leaving. One save at a time with the latest answers, so none arrives late. */
export function useAutosave(tool: Tool, draftId: string | null, answers: Answers) {
  const saved = useRef(answers);
  const latest = useRef({ draftId, answers });
  const saves = useRef<Promise<unknown>>(Promise.resolve());
  const over = useRef(false);
  useEffect(() => {
    latest.current = { draftId, answers };
    over.current = false;
  }, [draftId, answers]);

  const now = useCallback(
    (id: string, photo?: string): Promise<Saving> => {
      const saving = saves.current.then(async () => {
        const sent = latest.current.answers;
        const outcome = await saveDraft(tool, { draftId: id, answers: sent, ...(photo ? { photo } : {}) });
        if (outcome.saving === "saved") saved.current = sent;
        return outcome;
      });
      saves.current = saving;
      return saving;
    },
    [tool],
  );
  useEffect(() => {
    if (!draftId || saved.current === answers) return;
    const timer = setTimeout(() => void now(draftId), saveAfterMs);
    return () => clearTimeout(timer);
  }, [draftId, answers, now]);
  useEffect(() => {
    const flush = () => {
      const { draftId: id } = latest.current;
      if (id && !over.current && saved.current !== latest.current.answers) void now(id);
    };
    const flushWhenHidden = () => void (document.visibilityState === "hidden" && flush());
    document.addEventListener("visibilitychange", flushWhenHidden);
    return () => {
      document.removeEventListener("visibilitychange", flushWhenHidden);
      flush();
    };
  }, [now]);
  const stop = useCallback(() => {
    over.current = true;
    saved.current = latest.current.answers;
  }, []);
  return { now, stop };
}
