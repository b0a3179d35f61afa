import { SlideRow, listenToSwipes } from "./slide-row.ts";

/** docs/product/specification.md, "Mobile welcome". */
const stayMs = 4000;

const pauseShape = "M9 6v12M15 6v12";
const playShape = "M8.5 5.5v13L19 12z";

const frame = document.querySelector<HTMLElement>("[data-carousel]");
if (frame) runCarousel(frame);

function runCarousel(frame: HTMLElement) {
  const scroller = frame.querySelector<HTMLElement>("[data-slides]");
  const button = frame.querySelector("button");
  if (!scroller || !button) return;
  const dots = [...frame.querySelectorAll("a")];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const mouse = matchMedia("(hover: hover)");
  const status = liveRegionIn(frame);
  let paused = false;
  /** After Play it runs under that pointer and focus too. */
  let insisted = false;
  let swiped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const row = new SlideRow(scroller, mark, () => {
    const { shown } = row;
    const text = `Slide ${shown + 1} of ${row.slides.length}: ${row.slides[shown]?.querySelector("h2")?.textContent}`;
    if (status.textContent !== text && (paused || calm.matches)) status.textContent = text;
  });
  const isMet = () => (mouse.matches && frame.matches(":hover")) || frame.contains(document.activeElement);
  const isPaused = () => paused || swiped || calm.matches || document.hidden || (isMet() && !insisted);
  function wait() {
    clearTimeout(timer);
    if (!isPaused()) timer = setTimeout(goTo, stayMs, null);
  }
  function goTo(index: number | null) {
    if (index === null && isPaused()) return;
    row.goTo(index ?? row.shown + 1);
    wait();
  }
  function mark() {
    for (const [index, dot] of dots.entries()) {
      if (index === row.shown) dot.setAttribute("aria-current", "true");
      else dot.removeAttribute("aria-current");
    }
  }

  for (const [index, dot] of dots.entries()) {
    dot.addEventListener("click", (event) => {
      event.preventDefault();
      goTo(index);
    });
  }
  button.addEventListener("click", () => {
    paused = !paused;
    insisted = !paused;
    status.textContent = "";
    button.setAttribute("aria-label", paused ? "Play slides" : "Pause slides");
    button.querySelector("path")?.setAttribute("d", paused ? playShape : pauseShape);
    wait();
  });
  listenToSwipes(scroller, row, (swiping) => {
    swiped = swiping;
    wait();
  });
  frame.addEventListener("pointerenter", wait);
  frame.addEventListener("focusin", wait);
  for (const leaving of ["pointerleave", "focusout"]) {
    frame.addEventListener(leaving, () => {
      insisted &&= isMet();
      wait();
    });
  }
  document.addEventListener("visibilitychange", wait);
  const settleMotion = () => {
    button.hidden = calm.matches;
    wait();
  };
  calm.addEventListener("change", settleMotion);
  settleMotion();
  mark();
}

function liveRegionIn(frame: HTMLElement): HTMLElement {
  const region = document.createElement("p");
  region.className = "sr-only";
  region.setAttribute("role", "status");
  frame.append(region);
  return region;
}
