import type { SlideRow } from "./slide-row.ts";

const swipePx = 50;

/** docs/product/specification.md, "Mobile welcome": 50 px; scroll snapping uses half the width. */
export function listenToSwipes(scroller: HTMLElement, row: SlideRow, onSwipe: (swiping: boolean) => void) {
  let hand: ReturnType<SlideRow["drag"]> | null = null;
  let start = 0;
  scroller.style.touchAction = "pan-y pinch-zoom";
  scroller.addEventListener("pointerdown", ({ pointerType, isPrimary, clientX }) => {
    if (pointerType === "mouse" || !isPrimary) return;
    start = clientX;
    hand = row.drag();
    onSwipe(true);
  });
  scroller.addEventListener("pointermove", ({ isPrimary, clientX }) => {
    if (isPrimary) hand?.pull(clientX - start);
  });
  const end = (right: number) => {
    hand?.letGo(Math.abs(right) > swipePx ? -Math.sign(right) : 0);
    hand = null;
    onSwipe(false);
  };
  scroller.addEventListener("pointerup", ({ isPrimary, clientX }) => isPrimary && hand && end(clientX - start));
  scroller.addEventListener("pointercancel", ({ isPrimary }) => isPrimary && hand && end(0));
}
