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

/**
 * A photo being adjusted on the page: frame, numbers and shape follow each other at once. It begins anew with what the
 * server answers. Without scripts the server does the same by the address.
 */
export function useAdjusting(begin: Adjusting, whole: Size) {
  const [adjusting, setAdjusting] = useState(begin);
  const [begun, setBegun] = useState(begin);
  const scripted = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (begin !== begun) {
    setBegun(begin);
    setAdjusting(begin);
  }
  const { turn, shape, frame } = adjusting;
  const around = turnedSize(whole, turn);
  const change = (next: Partial<Adjusting>) => setAdjusting({ ...adjusting, ...next });
  const framed = (next: Frame) => ({ frame: next, typed: textsOf(next) });
  return {
    adjusting,
    /** Whether this page can be used with scripts by now. */
    scripted,
    /** Width over height the frame keeps while it is pulled; null when it is free. */
    ratio: ratioOf(shape),
    turn: (side: Side) => {
      const next = turnedOn(turn, side);
      const turned = ratioOf(shape) ? frameOfShape(shape, turnedSize(whole, next)) : turnedFrame(frame, around, side);
      change({ turn: next, ...framed(turned) });
    },
    choose: (id: ShapeId) => change({ shape: id, ...(id === "own" ? {} : framed(frameOfShape(id, around))) }),
    place: (name: "across" | "down", id: string) => change({ [name]: id }),
    /** The frame dragged on the photo: one that is not the whole any more is free, unless its shape keeps its ratio. */
    setFrame: (next: Frame) => change({ ...framed(next), ...(shape === "whole" ? { shape: "own" } : {}) }),
    /** A number typed: the frame follows as soon as all four make one. */
    type: (name: keyof Frame, text: string) => {
      const typed = { ...adjusting.typed, [name]: text };
      const next = frameOf(typed);
      change({ typed, shape: "own", ...(next && !frameProblem(next, around) ? { frame: next } : {}) });
    },
  };
}

/** What only the first rendering, the server's, does not know does not change either. */
const never = () => () => {};

export type AdjustingOnPage = ReturnType<typeof useAdjusting>;
