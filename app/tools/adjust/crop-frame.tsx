import { type ReactNode, useRef } from "react";
import type { Frame, Size } from "../../photos/adjusting/adjustment.ts";
import type { Corner } from "../../photos/adjusting/frame-moves.ts";
import { useFrameGrips } from "./use-frame-grips.ts";

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
          className="script-only crop-grips"
          tabIndex={0}
          role="application"
          aria-label="Frame"
          aria-describedby="frame-keys"
          onKeyDown={grips.onKeyDown}
        >
          <rect className="crop-edge" x={left} y={top} width={width} height={height} data-grip="move" />
          <path className="crop-thirds" d={thirds} />
          {corners.map(({ x, y }) => (
            // A zero-length line with round caps is a dot whose size does not scale with the photo.
            <g key={`${x}${y}`} data-grip={`${x}${y}`}>
              <path className="crop-reach" d={`M${left + x * width} ${top + y * height}h0`} />
              <path className="crop-dot" d={`M${left + x * width} ${top + y * height}h0`} />
            </g>
          ))}
        </g>
      </svg>
      <p className="script-only text-sm wrap-anywhere text-ink-2" id="frame-keys">
        Drag the frame or its corners. With the keyboard: arrow keys move it, Shift and arrow keys change its size.
      </p>
    </>
  );
}
