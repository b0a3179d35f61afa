import { useState, useSyncExternalStore } from "react";
import {
  type Frame,
  frameProblem,
  type Side,
  type Size,
  turnedFrame,
  turnedOn,
  turnedSize,
} from "../../photos/adjusting/adjustment.ts";
import { frameOfShape, ratioOf, type ShapeId } from "../../photos/adjusting/shapes.ts";
import { type Adjusting, frameOf, textsOf } from "./adjusting.ts";

/** Keeps frame, numbers and shape in step; restarts from the server's answer. */
export function useAdjusting(initial: Adjusting, whole: Size) {
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
