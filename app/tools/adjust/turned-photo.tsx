import type { Size, Turn } from "../../photos/adjusting/adjustment.ts";

interface TurnedPhotoProps {
  src: string;
  /** Before turning, px; the drawing has this size whatever copy `src` is. */
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
