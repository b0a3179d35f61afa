import { useMemo, useState, useSyncExternalStore } from "react";
import { BackLink, PageTitle } from "../../ui/page-head.tsx";
import { Form, useNavigation } from "react-router";
import type { ConnectionLost } from "../../pwa/offline-forms/online-action.ts";
import {
  type Frame,
  frameProblem,
  type Side,
  type Size,
  turnedFrame,
  turnedOn,
  turnedSize,
} from "../../photos/adjusting/adjustment.ts";
import type { Picture } from "../../photos/picture.ts";
import { useSaveData } from "../../photos/photo-picture.tsx";
import { ErrorSummary, type FormProblem } from "../../ui/error-summary.tsx";
import { AdjustFields } from "./adjust-fields.tsx";
import { type Adjusting, frameOf, textsOf } from "./adjusting.ts";
import { CropFrame, TurnedPhoto } from "./crop-frame.tsx";
import { frameOfShape, ratioOf, type ShapeId } from "../../photos/adjusting/shapes.ts";

interface AdjustPageProps {
  /** Return address, and its part of this page's query. */
  back: string;
  onTheWay: Record<string, string>;
  whole: { id: string; name: string; picture: Picture };
  /** True when the draft's photo was adjusted before. */
  adjusted: boolean;
  adjusting: Adjusting;
  errors: Record<string, string>;
  answer: { adjusting: Adjusting; errors: Record<string, string> } | ConnectionLost | undefined;
}

export function AdjustPage(props: AdjustPageProps) {
  const { back, onTheWay, whole, adjusted, answer } = props;
  const refused = answer && "errors" in answer ? answer : null;
  const connectionError = answer && "lost" in answer ? answer.lost : undefined;
  const adjust = useAdjusting(refused?.adjusting ?? props.adjusting, whole.picture);
  const { adjusting } = adjust;
  const errors = refused?.errors ?? props.errors;
  const problems = useMemo(() => problemsOf(errors, connectionError), [errors, connectionError]);
  const busy = useNavigation().state === "submitting";
  const saveData = useSaveData();
  const src = saveData ? whole.picture.src : `/images/${whole.id}/960.webp`;
  const around = turnedSize(whole.picture, adjusting.turn);
  const { left, top, width, height } = adjusting.frame;
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter pt-6 pb-16">
      <PageTitle failed={problems.length > 0}>Crop or rotate</PageTitle>
      <BackLink to={back}>Back</BackLink>
      <div className="mb-6 grid grid-cols-1 gap-2">
        <h1>Crop or rotate</h1>
        <p className="max-w-measure text-lg text-ink-2">This is free. We keep the whole photo until you use a gem.</p>
      </div>
      <Form className="grid grid-cols-1 gap-6" method="post" noValidate>
        {/* Enter presses a form's first button. */}
        <button type="submit" hidden name="do" value="use">
          Use this photo
        </button>
        <input type="hidden" name="turn" value={adjusting.turn} />
        {Object.entries(onTheWay).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {adjust.scripted ? <input type="hidden" name="exact" value="yes" /> : null}
        <ErrorSummary problems={problems} />
        <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,8fr)_minmax(17rem,4fr)] lg:items-start lg:gap-10">
          <div className="grid grid-cols-1 gap-4">
            <CropFrame
              size={around}
              frame={adjusting.frame}
              ratio={adjust.ratio}
              onChange={adjust.setFrame}
              name={whole.name}
            >
              <TurnedPhoto src={src} size={whole.picture} turn={adjusting.turn} />
            </CropFrame>
          </div>
          <div className="grid grid-cols-1 gap-6">
            <div className="button-pair">
              {(["left", "right"] as const).map((side) => (
                <button
                  type="submit"
                  key={side}
                  className="btn-secondary"
                  formMethod="get"
                  name="rotate"
                  value={side}
                  onClick={(event) => {
                    if (!adjust.scripted) return;
                    event.preventDefault();
                    adjust.turn(side);
                  }}
                >
                  <TurnIcon side={side} />
                  Turn {side}
                </button>
              ))}
            </div>
            <AdjustFields adjust={adjust} around={around} errors={errors} />
            <section className="grid grid-cols-1 gap-2">
              <h2 className="text-sm font-strong">Result</h2>
              <svg
                className="block h-[11rem] w-auto max-w-full rounded-md"
                viewBox={`${left} ${top} ${width} ${height}`}
                role="img"
                aria-label={`Your photo as it will be: ${whole.name}`}
              >
                <TurnedPhoto src={src} size={whole.picture} turn={adjusting.turn} />
              </svg>
              <p className="text-sm text-ink-2 tabular-nums" role="status">
                {width} × {height} pixels
              </p>
            </section>
            <div className="action-bar">
              {adjusted ? (
                <button type="submit" className="btn-quiet" name="do" value="undo">
                  Undo: back to the whole photo
                </button>
              ) : null}
              <button type="submit" className="btn-secondary js:hidden" formMethod="get">
                Show
              </button>
              <button type="submit" className="btn-primary" name="do" value="use" aria-busy={busy || undefined}>
                Use this photo
              </button>
            </div>
          </div>
        </div>
      </Form>
    </main>
  );
}

/** Inline, because the tools' first pages load every icon of ui/icon.tsx. */
const TurnIcon = ({ side }: { side: Side }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4.5 4v5h5M5 9a8 8 0 1 1-1 4" transform={side === "right" ? "matrix(-1 0 0 1 24 0)" : undefined} />
  </svg>
);

function problemsOf(errors: Record<string, string>, connectionError: string | undefined): FormProblem[] {
  const fieldProblems = Object.entries(errors).map(([field, message]) =>
    field === "form" ? { message } : { field, message },
  );
  return connectionError ? [...fieldProblems, { message: connectionError }] : fieldProblems;
}

/** Synchronises frame, numbers and shape; restarts from the server's response. */
function useAdjusting(initial: Adjusting, whole: Size) {
  const [adjusting, setAdjusting] = useState(initial);
  const [loaded, setLoaded] = useState(initial);
  const scripted = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (initial !== loaded) {
    setLoaded(initial);
    setAdjusting(initial);
  }
  const { turn, shape, frame } = adjusting;
  const around = turnedSize(whole, turn);
  const change = (next: Partial<Adjusting>) => setAdjusting({ ...adjusting, ...next });
  const framed = (next: Frame) => ({ frame: next, typed: textsOf(next) });
  return {
    adjusting,
    scripted,
    /** Width over height while dragging; null when free. */
    ratio: ratioOf(shape),
    turn: (side: Side) => {
      const next = turnedOn(turn, side);
      const turned = ratioOf(shape) ? frameOfShape(shape, turnedSize(whole, next)) : turnedFrame(frame, around, side);
      change({ turn: next, ...framed(turned) });
    },
    choose: (id: ShapeId) => change({ shape: id, ...(id === "own" ? {} : framed(frameOfShape(id, around))) }),
    place: (name: "across" | "down", id: string) => change({ [name]: id }),
    /** A dragged frame becomes free unless its shape has a ratio. */
    setFrame: (next: Frame) => change({ ...framed(next), ...(shape === "whole" ? { shape: "own" } : {}) }),
    /** The frame follows as soon as all four numbers are valid. */
    type: (name: keyof Frame, text: string) => {
      const typed = { ...adjusting.typed, [name]: text };
      const next = frameOf(typed);
      change({ typed, shape: "own", ...(next && !frameProblem(next, around) ? { frame: next } : {}) });
    },
  };
}

/** For useSyncExternalStore: the value differs only in the server's rendering. */
const never = () => () => {};

export type AdjustingOnPage = ReturnType<typeof useAdjusting>;
