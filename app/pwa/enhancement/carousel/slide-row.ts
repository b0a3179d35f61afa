/** Without a scroll event for this long, the row has come to rest: not every browser has `scrollend` yet. */
const restMs = 100;
/** How long a slide may be on its way on a device that draws seldom; then somebody has stopped it. */
const underWayMs = 1000;

/** A row of slides as wide as itself that is scrolled from one to the next, round and round. */
export class SlideRow {
  readonly slides: HTMLElement[];
  readonly #row: HTMLElement;
  readonly #first: HTMLElement;
  readonly #arrived: () => void;
  #held = false;
  /** The place it was sent to, and until when it may be on its way there, ms. */
  #sent = { place: 0, until: 0 };
  #resting: ReturnType<typeof setTimeout> | undefined;

  /** Calls `moved` while it scrolls and `arrived` when it has come to rest. */
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

  /** The number of the slide in view, from 0. */
  get shown(): number {
    return this.#place() % this.slides.length;
  }

  /** Scrolls to a slide; one past the last is the first, and is reached forwards. */
  goTo(index: number) {
    this.settle();
    if (index === this.slides.length) this.#putFirstLast();
    this.#slideTo(index);
  }

  /** Takes the row into the hand; answers how to pull it by px to the right and how to let it go by slides forward. */
  hold() {
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

  /** Undoes what turning from the last slide to the first needed, which nobody sees. */
  settle() {
    this.#sent.until = 0;
    const at = this.shown;
    if (this.#isTurned()) {
      this.#first.style.translate = "";
      this.#jump(at * this.#row.clientWidth);
    }
    this.#row.style.scrollSnapType = "";
  }

  /** Between the last slide and the first, the first one stands behind the last as well. */
  #putFirstLast() {
    this.#first.style.translate = `${this.slides.length * 100}%`;
    if (this.#place() === 0) this.#jump(this.slides.length * this.#row.clientWidth);
  }

  #awaitRest() {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      if (this.#held) return;
      // A busy device may draw nothing of a movement for longer than that.
      if (this.#isUnderWay()) return this.#awaitRest();
      this.settle();
      this.#arrived();
    }, restMs);
  }

  #isUnderWay(): boolean {
    const { place, until } = this.#sent;
    return performance.now() < until && Math.abs(this.#row.scrollLeft - place * this.#row.clientWidth) > 1;
  }

  /** As smoothly as the stylesheet allows. */
  #slideTo(place: number) {
    this.#sent = { place, until: performance.now() + underWayMs };
    this.#row.scrollTo({ left: place * this.#row.clientWidth });
    this.#awaitRest();
  }

  #isTurned = () => this.#first.style.translate !== "";
  #place = () => Math.round(this.#row.scrollLeft / this.#row.clientWidth);
  #jump = (left: number) => this.#row.scrollTo({ left, behavior: "instant" });
}
