import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { formAnswer } from "../../account/forms/form-errors.tsx";
import {
  type Adjustment,
  frameProblem,
  type Side,
  type Size,
  type Turn,
  turnedFrame,
  turnedOn,
  turnedSize,
  wholeFrame,
} from "../../photos/adjusting/adjustment.ts";
import { frameOfShape, type ShapeId, shapes } from "../../photos/adjusting/shapes.ts";
import { type Adjusting, frameFields, frameOf, places, textsOf } from "./adjusting.ts";

export interface AdjustingRead {
  adjusting: Adjusting;
  /** Null while a field has an error. */
  adjustment: Adjustment | null;
  /** Messages by field. */
  errors: Record<string, string>;
}

const ids = <Id extends string>(options: readonly { readonly id: Id }[]) => options.map(({ id }) => id);
const number = z.string().default("");
const schema = z.object({
  turn: z.enum(["0", "90", "180", "270"], "Please turn it by a quarter turn.").default("0"),
  /** A quarter turn. */
  rotate: z.enum(["left", "right"], "Please turn it left or right.").optional(),
  shape: z.enum(ids<ShapeId>(shapes), "Please choose a shape.").default("whole"),
  across: z.enum(ids(places.across), "Please choose a position from the list.").default("centre"),
  down: z.enum(ids(places.down), "Please choose a position from the list.").default("centre"),
  /** With scripts the numbers win over the shape, because the frame was dragged. */
  exact: z.string().optional(),
  left: number,
  top: number,
  width: number,
  height: number,
});

/** Reads the form, posted or in the query. */
export function readAdjusting(form: FormData | URLSearchParams, whole: Size): AdjustingRead {
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") {
    const { errors, values } = formAnswer(submission.reply());
    const frame = wholeFrame(whole);
    const typed = { ...textsOf(frame), ...pick(values) };
    return { adjusting: { ...unadjusted, frame, typed }, adjustment: null, errors };
  }
  const { turn: turnText, rotate, shape, across, down, exact, ...numbers } = submission.value;
  const before = Number(turnText) as Turn;
  const chosen = { shape, across, down };
  if (shape === "own" || exact) return ofNumbers({ ...chosen, turn: before, numbers, rotate, whole });
  const turn = rotate ? turnedOn(before, rotate) : before;
  const share = (options: readonly { id: string; share: number }[], id: string) =>
    options.find((option) => option.id === id)?.share;
  const around = turnedSize(whole, turn);
  const frame = frameOfShape(shape, around, share(places.across, across), share(places.down, down));
  return done({ ...chosen, turn, frame, typed: textsOf(frame) });
}

/** The stored state: adjusted before, or whole. */
export function adjustingOf(whole: Size, earlier: Adjustment | null): Adjusting {
  if (!earlier) return { ...unadjusted, frame: wholeFrame(whole), typed: textsOf(wholeFrame(whole)) };
  const { turn, ...frame } = earlier;
  const { width, height } = turnedSize(whole, turn);
  const all = frame.width === width && frame.height === height;
  return { ...unadjusted, turn, shape: all ? "whole" : "own", frame, typed: textsOf(frame) };
}

const unadjusted = { turn: 0, shape: "whole", across: "centre", down: "centre" } as const;

interface SubmittedNumbers extends Pick<Adjusting, "turn" | "shape" | "across" | "down"> {
  numbers: Adjusting["typed"];
  rotate: Side | undefined;
  whole: Size;
}

function ofNumbers({ numbers, rotate, whole, ...chosen }: SubmittedNumbers): AdjustingRead {
  const size = turnedSize(whole, chosen.turn);
  const frame = frameOf(numbers);
  const problem = frame ? frameProblem(frame, size) : null;
  if (!frame || problem) {
    const adjusting = { ...chosen, frame: wholeFrame(size), typed: numbers };
    const errors = problem ? { [problem.field]: problem.message } : unreadable(numbers, size);
    return { adjusting, adjustment: null, errors };
  }
  if (!rotate) return done({ ...chosen, frame, typed: textsOf(frame) });
  const turned = turnedFrame(frame, size, rotate);
  return done({ ...chosen, turn: turnedOn(chosen.turn, rotate), frame: turned, typed: textsOf(turned) });
}

function unreadable(numbers: Adjusting["typed"], size: Size): Record<string, string> {
  const invalid = frameFields.filter(({ name }) => !/^\s*\d{1,5}\s*$/.test(numbers[name]));
  const most = (name: string) => (name === "left" || name === "width" ? size.width : size.height);
  return Object.fromEntries(
    invalid.map(({ name, label }) => [name, `${label}: please enter a whole number from 0 to ${most(name)}.`]),
  );
}

const done = (adjusting: Adjusting): AdjustingRead => ({
  adjusting,
  adjustment: { turn: adjusting.turn, ...adjusting.frame },
  errors: {},
});

const pick = (values: Record<string, string>) =>
  Object.fromEntries(frameFields.flatMap(({ name }) => (name in values ? [[name, values[name] ?? ""]] : [])));
