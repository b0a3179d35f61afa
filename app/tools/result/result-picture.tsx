import { type AnimationEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { PhotoPicture } from "../../photos/photo-picture.tsx";
import { type Picture, ratioClass } from "../../photos/picture.ts";
import { Compare } from "../../ui/compare.tsx";

interface ResultPictureProps {
  original: Picture | null;
  result: Picture;
  alt: string;
  /** Sweeps the line once from the original to the result. */
  arrives: boolean;
}

/** Less than a phone's full width; otherwise the browser would load the next larger file. */
const sizes = "(min-width: 60rem) 44rem, 88vw";
const besideSizes = "(min-width: 60rem) 24rem, 50vw";

/** The picture in a frame of limited height; on wide screens the original may stand beside it, without scripts too. */
export function ResultPicture({ original, result, alt, arrives }: ResultPictureProps) {
  const shown = <PhotoPicture picture={result} alt={alt} sizes={sizes} priority />;
  const frame = `${ratioClass(result)} mx-auto w-[min(100%,calc(62vh*var(--ratio)))] supports-[height:1svh]:w-[min(100%,calc(62svh*var(--ratio)))] lg:w-[min(100%,calc((100vh-9rem)*var(--ratio)))]`;
  if (!original) {
    return (
      <div className="-mx-gutter bg-fill lg:mx-0 lg:bg-transparent">
        <div className={frame}>
          <figure className="photo photo-whole max-lg:rounded-none">{shown}</figure>
        </div>
      </div>
    );
  }
  return (
    <div className="group/view -mx-gutter grid grid-cols-1 bg-fill lg:mx-0 lg:gap-3 lg:bg-transparent">
      <Slider frame={`${frame} lg:group-has-[#view-beside:checked]/view:hidden`} arrives={arrives}>
        <Compare
          className="max-lg:rounded-none"
          before={<PhotoPicture picture={original} alt="Original photo" sizes={sizes} priority />}
          after={shown}
          labels={{ before: "Original", after: "Result" }}
          shows="after"
        />
      </Slider>
      <div
        className={`${ratioClass(result)} mx-auto hidden w-[min(100%,calc((200vh-18rem)*var(--ratio)))] grid-cols-2 items-start gap-4 lg:group-has-[#view-beside:checked]/view:grid`}
      >
        <figure className="photo photo-whole">
          <PhotoPicture picture={original} alt="Original photo" sizes={besideSizes} />
          <figcaption className="on-photo bottom-2 left-2">Original</figcaption>
        </figure>
        <figure className="photo photo-whole">
          <PhotoPicture picture={result} alt={alt} sizes={besideSizes} />
          <figcaption className="on-photo bottom-2 left-2">Result</figcaption>
        </figure>
      </div>
      <fieldset className="justify-self-center max-lg:hidden">
        <legend className="sr-only">View</legend>
        <div className="seg">
          <label>
            <input type="radio" name="view" defaultChecked />
            Slider
          </label>
          <label>
            <input type="radio" name="view" id="view-beside" />
            Side by side
          </label>
        </div>
      </fieldset>
    </div>
  );
}

/** Ms: the shortest press that is not a tap; the longest wait of the arrival for its file. */
const [holdMs, loadMs] = [300, 4_000];
/** Px that a finger may slip while it holds. */
const slipPx = 8;

/** Sweeps once the result is loaded; pressing and holding shows the original alone. */
function Slider({ frame, arrives, children }: { frame: string; arrives: boolean; children: React.ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [sweep, setSweep] = useState<"waits" | "runs" | null>(arrives && allowsMotion() ? "waits" : null);
  const [held, setHeld] = useState(false);
  const press = useRef<{ x: number; y: number; value: string; timer: ReturnType<typeof setTimeout> } | null>(null);
  useEffect(() => {
    if (sweep !== "waits") return;
    const run = () => setSweep("runs");
    const late = setTimeout(run, loadMs);
    const result = place.current?.querySelector<HTMLImageElement>(".compare-side img:last-child");
    result?.decode().then(run, run);
    return () => clearTimeout(late);
  }, [sweep]);
  const range = (target: EventTarget) =>
    target instanceof HTMLInputElement && target.type === "range" ? target : null;
  const begin = (event: PointerEvent) => {
    const { target, clientX: x, clientY: y, button } = event;
    const slider = range(target);
    if (slider && button === 0) press.current = { x, y, value: slider.value, timer: setTimeout(setHeld, holdMs, true) };
  };
  const slip = ({ clientX, clientY }: PointerEvent) => {
    const now = press.current;
    if (now && !held && Math.hypot(clientX - now.x, clientY - now.y) > slipPx) clearTimeout(now.timer);
  };
  const end = ({ target }: PointerEvent) => {
    const [before, slider] = [press.current, range(target)];
    press.current = null;
    clearTimeout(before?.timer);
    setHeld(false);
    if (!held || !before || !slider) return;
    // After the browser's own change, so that the line returns to its place.
    setTimeout(() => {
      slider.value = before.value;
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    });
  };
  const sweeping = {
    waits: "[&_.compare]:[--pos:100] [&_.compare]:[animation:none]",
    runs: "[&_.compare]:[animation:var(--animate-arrive)]",
  };
  return (
    <div
      ref={place}
      className={`@container ${frame} ${sweep ? sweeping[sweep] : ""} select-none @max-[18rem]:[&_.ta]:top-auto @max-[18rem]:[&_.ta]:bottom-3 [&[data-held]_.before]:[clip-path:none] [&[data-held]_.compare-line]:hidden`}
      data-held={held || undefined}
      onAnimationEnd={({ animationName }: AnimationEvent) => animationName === "arrive" && setSweep(null)}
      onPointerDownCapture={begin}
      onPointerMove={slip}
      onPointerUp={end}
      onPointerCancel={end}
      onContextMenu={(event) => held && event.preventDefault()}
    >
      {children}
    </div>
  );
}

const allowsMotion = () => typeof matchMedia === "function" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
