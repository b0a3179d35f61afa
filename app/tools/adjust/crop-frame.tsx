import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useRef } from "react";
import {
  type Corner,
  type Frame,
  grownFrame,
  movedFrame,
  pulledFrame,
  type Size,
  type Turn,
} from "../../photos/adjusting/adjustment.ts";

interface CropFrameProps {
  size: Size;
  frame: Frame;
  ratio: number | null;
  onChange: (frame: Frame) => void;
  name: string;
  children: ReactNode;
}

const corners: Corner[] = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: 1, y: 1 },
];

/** The whole photo with the frame over it. Scripts add dragging and arrow keys; the number fields work for everyone. */
export function CropFrame({ size, frame, ratio, onChange, name, children }: CropFrameProps) {
  const area = useRef<SVGSVGElement>(null);
  const grips = useFrameGrips({ area, size, frame, ratio, onChange });
  const { left, top, width, height } = frame;
  const outside = `M0 0H${size.width}V${size.height}H0ZM${left} ${top}v${height}h${width}v${-height}Z`;
  const thirds = [1, 2]
    .map((part) => {
      const [x, y] = [left + (width * part) / 3, top + (height * part) / 3];
      return `M${x} ${top}v${height}M${left} ${y}h${width}`;
    })
    .join("");
  return (
    <>
      <svg
        className="crop-frame"
        viewBox={`0 0 ${size.width} ${size.height}`}
        ref={area}
        role="group"
        aria-label={`Your photo with the frame: ${name}`}
        {...grips.area}
      >
        {children}
        <path className="crop-outside" d={outside} fillRule="evenodd" />
        <rect className="crop-edge" x={left} y={top} width={width} height={height} />
        <g
          className="crop-grips no-js:hidden"
          tabIndex={0}
          role="application"
          aria-label="Frame"
          aria-describedby="frame-keys"
          onKeyDown={grips.onKeyDown}
        >
          <rect className="crop-edge" x={left} y={top} width={width} height={height} data-grip="move" />
          <path className="pointer-events-none [stroke:rgb(255_255_255/0.45)]" d={thirds} />
          {corners.map(({ x, y }) => (
            // A zero-length line with round caps is a dot whose size does not scale with the photo.
            <g key={`${x}${y}`} data-grip={`${x}${y}`}>
              <path
                className="[pointer-events:stroke] [stroke:transparent] [stroke-width:48] [stroke-linecap:round]"
                d={`M${left + x * width} ${top + y * height}h0`}
              />
              <path
                className="stroke-gem-deep [stroke-width:20] [stroke-linecap:round]"
                d={`M${left + x * width} ${top + y * height}h0`}
              />
              <path
                className="stroke-white [stroke-width:14] [stroke-linecap:round]"
                d={`M${left + x * width} ${top + y * height}h0`}
              />
            </g>
          ))}
        </g>
      </svg>
      <p className="text-sm wrap-anywhere text-ink-2 no-js:hidden" id="frame-keys">
        Drag the frame or its corners.{" "}
        <span className="pointer-coarse:sr-only">
          With the keyboard: arrow keys move it, Shift and arrow keys change its size.
        </span>
      </p>
    </>
  );
}

interface TurnedPhotoProps {
  src: string;
  /** Px before turning; the drawing has this size for every copy in `src`. */
  size: Size;
  turn: Turn;
}

export function TurnedPhoto({ src, size: { width, height }, turn }: TurnedPhotoProps) {
  const moved = {
    0: "",
    90: `translate(${height} 0) `,
    180: `translate(${width} ${height}) `,
    270: `translate(0 ${width}) `,
  };
  return <image href={src} width={width} height={height} transform={`${moved[turn]}rotate(${turn})`} />;
}

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
function useFrameGrips({ area, size, frame, ratio, onChange }: Gripped) {
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
