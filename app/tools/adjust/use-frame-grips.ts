import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from "react";
import type { Frame, Size } from "../../photos/adjusting/adjustment.ts";
import { grownFrame, movedFrame, pulledFrame } from "../../photos/adjusting/frame-moves.ts";

interface Gripped {
  area: RefObject<SVGSVGElement | null>;
  size: Size;
  frame: Frame;
  ratio: number | null;
  onChange: (frame: Frame) => void;
}

const arrows: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Moves a frame by pointer and keyboard. `data-grip` names the handle: `move`, or a corner as `<x><y>`. */
export function useFrameGrips({ area, size, frame, ratio, onChange }: Gripped) {
  const grabbed = useRef<{ grip: string; from: { x: number; y: number }; frame: Frame } | null>(null);
  /** In px of the photo at any zoom. */
  const at = ({ clientX, clientY }: PointerEvent) => {
    const inverse = area.current?.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(inverse);
    return { x, y };
  };
  const letGo = () => void (grabbed.current = null);
  return {
    area: {
      onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
        const grip = (event.target as Element).closest("[data-grip]")?.getAttribute("data-grip");
        if (!grip || event.button > 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        grabbed.current = { grip, from: at(event), frame };
      },
      onPointerMove: (event: PointerEvent) => {
        if (!grabbed.current) return;
        const { grip, from, frame: startFrame } = grabbed.current;
        const to = at(event);
        const by = { x: to.x - from.x, y: to.y - from.y };
        if (grip === "move") return onChange(movedFrame(startFrame, size, by));
        const corner = { x: grip[0] === "1" ? 1 : 0, y: grip[1] === "1" ? 1 : 0 } as const;
        const pulledTo = {
          x: startFrame.left + corner.x * startFrame.width + by.x,
          y: startFrame.top + corner.y * startFrame.height + by.y,
        };
        onChange(pulledFrame(startFrame, size, corner, pulledTo, ratio));
      },
      onPointerUp: letGo,
      onPointerCancel: letGo,
    },
    onKeyDown: (event: KeyboardEvent) => {
      const arrow = arrows[event.key];
      if (!arrow || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      // 1 % of the longer side per key press.
      const far = Math.max(1, Math.round(Math.max(size.width, size.height) / 100));
      const by = { x: arrow.x * far, y: arrow.y * far };
      onChange(event.shiftKey ? grownFrame(frame, size, by, ratio) : movedFrame(frame, size, by));
    },
  };
}
