/** ms without a scroll event until the row rests; not every browser has `scrollend`. */
const restMs = 100;
/** ms that a slide may take on a slow device. */
const underWayMs = 1000;

class SlideRow {
  readonly slides: HTMLElement[];
  readonly #row: HTMLElement;
  readonly #first: HTMLElement;
  readonly #arrived: () => void;
  #held = false;
  #sent = { place: 0, until: 0 };
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(row: HTMLElement, moved: () => void, arrived: () => void) {
    this.#row = row;
    this.slides = [...row.children] as HTMLElement[];
    this.#first = this.slides[0] ?? row;
    this.#arrived = arrived;
    row.addEventListener("scroll", () => {
      moved();
      this.#awaitRest();
    });
  }

  get shown(): number {
    return this.#place() % this.slides.length;
  }

  goTo(index: number) {
    this.settle();
    if (index === this.slides.length) this.#putFirstLast();
    this.#slideTo(index);
  }

  /** Drags the row; the result moves it by px and releases it by a number of slides. */
  drag() {
    this.settle();
    this.#held = true;
    this.#row.style.scrollSnapType = "none";
    let from = this.#row.scrollLeft;
    const pull = (right: number) => {
      const at = this.#place();
      if (!this.#isTurned() && right > 0 && at === 0) {
        this.#putFirstLast();
        from = this.slides.length * this.#row.clientWidth;
      } else if (!this.#isTurned() && right < 0 && at === this.slides.length - 1) this.#putFirstLast();
      this.#jump(from - right);
    };
    const letGo = (forward: number) => {
      this.#held = false;
      this.#slideTo(Math.round(from / this.#row.clientWidth) + forward);
    };
    return { pull, letGo };
  }

  settle() {
    this.#sent.until = 0;
    const at = this.shown;
    if (this.#isTurned()) {
      this.#first.style.translate = "";
      this.#jump(at * this.#row.clientWidth);
    }
    this.#row.style.scrollSnapType = "";
  }

  /** For the wrap from last to first, the first slide follows the last. */
  #putFirstLast() {
    this.#first.style.translate = `${this.slides.length * 100}%`;
    if (this.#place() === 0) this.#jump(this.slides.length * this.#row.clientWidth);
  }

  #awaitRest() {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      if (this.#held) return;
      if (this.#isUnderWay()) return this.#awaitRest();
      this.settle();
      this.#arrived();
    }, restMs);
  }

  #isUnderWay(): boolean {
    const { place, until } = this.#sent;
    return performance.now() < until && Math.abs(this.#row.scrollLeft - place * this.#row.clientWidth) > 1;
  }

  #slideTo(place: number) {
    this.#sent = { place, until: performance.now() + underWayMs };
    this.#row.scrollTo({ left: place * this.#row.clientWidth });
    this.#awaitRest();
  }

  #isTurned = () => this.#first.style.translate !== "";
  #place = () => Math.round(this.#row.scrollLeft / this.#row.clientWidth);
  #jump = (left: number) => this.#row.scrollTo({ left, behavior: "instant" });
}

const swipePx = 50;

/** docs/product/specification.md, "Mobile welcome": 50 px; scroll snapping uses half the width. */
function listenToSwipes(scroller: HTMLElement, row: SlideRow, onSwipe: (swiping: boolean) => void) {
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
  /** After Play the slides move under that pointer and focus too. */
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
