import type { Size, Turn } from "../../photos/adjusting/adjustment.ts";

interface TurnedPhotoProps {
  src: string;
  /** Of the photo before it is turned, px: what is drawn is as large, whatever copy `src` is. */
  size: Size;
  turn: Turn;
}

/** A photo turned within a drawing whose units are its px, the upper left corner at 0, 0. */
export function TurnedPhoto({ src, size: { width, height }, turn }: TurnedPhotoProps) {
  const moved = {
    0: "",
    90: `translate(${height} 0) `,
    180: `translate(${width} ${height}) `,
    270: `translate(0 ${width}) `,
  };
  return <image href={src} width={width} height={height} transform={`${moved[turn]}rotate(${turn})`} />;
}
