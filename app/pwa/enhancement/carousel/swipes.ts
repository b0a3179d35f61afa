import type { SlideRow } from "./slide-row.ts";

/** Specified: docs/product/specification.md, "Mobile welcome". */
const swipePx = 50;

/**
 * A finger or pen pulls the row with it; more than 50 px bring the next slide or the one before, fewer the same again.
 * Scrolling with snap points alone goes by half the width and by speed. Says when a swipe begins and has ended.
 */
export function listenToSwipes(scroller: HTMLElement, row: SlideRow, say: (swiping: boolean) => void) {
  let hand: ReturnType<SlideRow["hold"]> | null = null;
  let start = 0;
  // The browser keeps scrolling the page and zooming to itself.
  scroller.style.touchAction = "pan-y pinch-zoom";
  scroller.addEventListener("pointerdown", ({ pointerType, isPrimary, clientX }) => {
    // A mouse selects text; it has the dots.
    if (pointerType === "mouse" || !isPrimary) return;
    start = clientX;
    hand = row.hold();
    say(true);
  });
  scroller.addEventListener("pointermove", ({ isPrimary, clientX }) => {
    if (isPrimary) hand?.pull(clientX - start);
  });
  const end = (right: number) => {
    hand?.letGo(Math.abs(right) > swipePx ? -Math.sign(right) : 0);
    hand = null;
    say(false);
  };
  scroller.addEventListener("pointerup", ({ isPrimary, clientX }) => isPrimary && hand && end(clientX - start));
  scroller.addEventListener("pointercancel", ({ isPrimary }) => isPrimary && hand && end(0));
}
