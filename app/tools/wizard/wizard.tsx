import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import {
  useActionData,
  useNavigate,
  useNavigation,
  useRevalidator,
  useRouteLoaderData,
  useSearchParams,
} from "react-router";
import type { loader as rootLoader } from "../../root.tsx";
import { showToast } from "../../ui/toasts/toast.tsx";
import { type AnswerProblem, answered, problemsIn, withPresets } from "../answers.ts";
import type { Draft } from "../drafts/read-draft.server.ts";
import { useShared } from "../drafts/use-shared.ts";
import type { Verdict } from "../id-photo/verdicts.ts";
import type { PresetChoice } from "../presets/preset-choice.server.ts";
import type { Failed } from "../runs/failure-messages.ts";
import type { Answers, Step, Tool } from "../tool.ts";
import { createDraftSaving } from "./draft-saving.ts";
import { createPhotoUpload, isUnderWay, problemWith, useWarningBeforeLeaving } from "./photo-upload.ts";
import { neighboursOf, needsSubject, stepsFor, stepUrl } from "./steps.ts";
import type { clientAction } from "./tool-page.tsx";

/** The loader's data before the start. */
export interface WizardPage extends PresetChoice {
  draft: Draft | null;
  /** The reason why the draft's last attempt failed. */
  failure: Failed | null;
  /** Checks of an ID photo; null while they run and for other tools. */
  checks: Verdict[] | null;
  /** True when the image generator can add to the photo. */
  generative: boolean;
  retainsOriginals: boolean;
  /** Names the recipient before the member's first photo is sent. */
  notice: string | null;
}

/** The last POST: answers as sent, and their errors. */
interface SubmittedStep {
  answers: Answers;
  problems: AnswerProblem[];
}

interface DraftProps {
  tool: Tool;
  page: WizardPage;
  /** The draft begun on this page. */
  ownId: string | null;
  begin: (id: string) => void;
  forget: () => void;
}

type Wizard = ReturnType<typeof useDraft>;

const WizardContext = createContext<Wizard | null>(null);

export function useWizard(): Wizard {
  const wizard = use(WizardContext);
  if (!wizard) throw new Error("useWizard outside of WizardProvider");
  return wizard;
}

interface WizardProviderProps {
  tool: Tool;
  page: WizardPage;
  children: React.ReactNode;
}

/** A draft begun on this page keeps its state while navigating; another one starts from the server's. */
export function WizardProvider({ tool, page, children }: WizardProviderProps) {
  const [own, setOwn] = useState<{ id: string | null; count: number }>({ id: null, count: 0 });
  const [query] = useSearchParams();
  const named = query.get("draft");
  const isOwn = named === null || named === own.id || named !== page.draft?.id;
  return (
    <DraftProvider
      key={isOwn ? `own ${own.count}` : named}
      tool={tool}
      page={{
        ...page,
        draft: isOwn && page.draft?.id !== own.id ? null : page.draft,
        // Another step's failure is no longer in the query.
        failure: query.has("failed") ? page.failure : null,
      }}
      ownId={isOwn ? own.id : null}
      begin={(id) => setOwn(({ count }) => ({ id, count }))}
      forget={() => setOwn(({ count }) => ({ id: null, count: count + 1 }))}
    >
      {children}
    </DraftProvider>
  );
}

function DraftProvider({ children, ...draft }: DraftProps & { children: React.ReactNode }) {
  return <WizardContext value={useDraft(draft)}>{children}</WizardContext>;
}

/** Answers are local and autosaved, so steps need no round trip. Without scripts steps are pages. */
function useDraft({ tool, page, ownId, begin, forget }: DraftProps) {
  const { draft, preset } = page;
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  // The response to the last POST; a chosen preset counts as one.
  const none = { photoProblem: null, submitted: preset as SubmittedStep | null, lost: null };
  const { photoProblem, submitted, lost } = { ...none, ...useActionData<typeof clientAction>() };
  const named = query.get("draft");
  const namedId = named !== null && (named === draft?.id || named === ownId) ? named : null;
  const draftId = namedId ?? ownId;
  const first = draft?.answers ?? (query.has("reset") ? (tool.resetAnswers ?? {}) : {});
  const { answers, setAnswers, found, find, problems, mend } = useAnswers(tool, first, submitted);
  const step = namedId ? (stepsFor(tool, answers).find(({ id }) => id === query.get("step")) ?? null) : null;
  const [saving] = useState(() => createDraftSaving(tool));
  const [photo] = useState(() =>
    createPhotoUpload({
      failureTitle: tool.bar === "climbing" ? "Compression failed" : "Error processing image",
      forSubject: needsSubject(tool),
    }),
  );
  const { upload, advice, refusal, submits, failure } = useSyncExternalStore(photo.subscribe, photo.now, photo.now);
  if (failure) throw failure;
  useWarningBeforeLeaving(isUnderWay(upload));
  useEffect(() => {
    const flushWhenHidden = () => void (document.visibilityState === "hidden" && saving.flush());
    document.addEventListener("visibilitychange", flushWhenHidden);
    return () => {
      document.removeEventListener("visibilitychange", flushWhenHidden);
      saving.flush();
      photo.close();
    };
  }, [saving, photo]);

  const go = (to: Step | null, id = draftId, errors: AnswerProblem[] = []) => {
    find(errors);
    if (id) void navigate(stepUrl(tool, id, to?.id));
  };
  /** Opens the first step, or the preset's step. */
  const start = (id: string) =>
    go(tool.steps.find((each) => each.id === preset?.step) ?? tool.steps[0] ?? null, id, preset?.problems);
  /** Repeats after a step's navigation, which aborts the reload and loads nothing (unlessOnlyStepChanged). */
  const reload = async () => {
    let from: string;
    do {
      from = location.href;
      await revalidate();
    } while (location.href !== from);
  };
  /** True once the photo is attached. */
  const choosePhoto = (file: File): Promise<boolean> => {
    const id = draftId ?? crypto.randomUUID();
    saving.set(answers);
    const choosing = photo.choose(file, async (photoId) => {
      const outcome = await saving.now(id, photoId);
      if (outcome.saving === "saved") void reload();
      return outcome;
    });
    if (!draftId && !problemWith(file)) {
      begin(id);
      start(id);
    }
    return choosing;
  };
  useShared(({ taking, shared, member }) => void taking.takeSharedPhoto(shared, member, choosePhoto), announceShared);
  return {
    ...page,
    tool,
    gems: useRouteLoaderData<typeof rootLoader>("root")?.member?.gems ?? 0,
    busy: useNavigation().state !== "idle",
    connectionError: lost,
    /** The draft in the address. */
    namedId,
    draftId,
    step,
    answers,
    problems,
    /** A new array after each check. */
    found,
    upload,
    /** From this device or the server. */
    advice: ("src" in upload ? advice : null) ?? (isUnderWay(upload) ? null : draft?.photo?.advice) ?? [],
    photoProblem: refusal ?? (upload.phase === "idle" ? photoProblem : null),
    choosePhoto,
    /** Answers that stay the same are ignored. */
    change: (given: Answers) => {
      const changed = Object.entries(given).filter(([name, value]) => value !== (answers[name] ?? ""));
      if (!step || !changed.length) return;
      const next = answered(step, answers, Object.fromEntries(changed));
      setAnswers(next);
      mend(changed.map(([name]) => name));
      if (draftId) saving.change(draftId, next);
    },
    /** Takes over unsaved answers from an earlier visit to this step. */
    adopt: (unsaved: Answers) => {
      setAnswers(withPresets(tool, unsaved));
      if (draftId) saving.change(draftId, unsaved);
    },
    /** False when the server is needed. */
    goOn: (): boolean => {
      if (!step) return false;
      const errors = problemsIn(step, answers);
      find(errors);
      if (errors.length) return true;
      const { after } = neighboursOf(tool, answers, step.id);
      if (after) go(after);
      return after !== null;
    },
    /** Continues with the preset's answers. */
    goWithPreset: () => {
      if (!draftId) return;
      saving.set(answers);
      void saving.now(draftId);
      start(draftId);
    },
    /** False when the server is needed: to start over, or for a batch. */
    goBack: (): boolean => {
      if (!step) return false;
      const { before } = neighboursOf(tool, answers, step.id);
      if (!before && (tool.backResets || draft?.photos.length)) {
        saving.stop();
        forget();
        return false;
      }
      go(before);
      return true;
    },
    /** Stops autosave: the last step sends every answer. */
    sendsAll: saving.stop,
    /** The step whose form waits for the photo. */
    submits,
    submitOnArrival: photo.submitOnArrival,
    photoIsUnreadable: photo.unreadable,
    photoIsMissing: () => photo.refuse("No image selected", "Please upload a photo first."),
    /** Reads the current state, not a render's, so that a submission on arrival finds the photo arrived. */
    photoIsUnderWay: () => isUnderWay(photo.now().upload),
  };
}

/** Waits for the redirect to the draft's page, so that its flash does not replace this toast. */
const announceShared = () =>
  queueMicrotask(() => showToast({ kind: "success", title: "Photo received", text: "The photo you shared is here." }));

function useAnswers(tool: Tool, initial: Answers, submitted: SubmittedStep | null) {
  const [answers, setAnswers] = useState(() => withPresets(tool, submitted?.answers ?? initial));
  const [found, setFound] = useState<AnswerProblem[]>(submitted?.problems ?? []);
  const [mended, setMended] = useState<ReadonlySet<string>>(noFields);
  const [shownSubmission, setShownSubmission] = useState(submitted);
  const find = (problems: AnswerProblem[]) => {
    setFound(problems);
    setMended(noFields);
  };
  if (submitted !== shownSubmission) {
    setShownSubmission(submitted);
    if (submitted) {
      setAnswers(withPresets(tool, submitted.answers));
      find(submitted.problems);
    }
  }
  return {
    answers,
    setAnswers,
    /** Errors of the last check. */
    found,
    find,
    /** Without problems answered since. */
    problems: useMemo(() => found.filter(({ field }) => !mended.has(field)), [found, mended]),
    mend: (fields: readonly string[]) => setMended(new Set([...mended, ...fields])),
  };
}

const noFields: ReadonlySet<string> = new Set();
