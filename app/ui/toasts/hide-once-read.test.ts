import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hideOnceRead, sentenceMs } from "./hide-once-read.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A toast that has the focus or a pointer while `inUse`. */
const toast = () =>
  Object.assign(new EventTarget(), {
    hidden: false,
    inUse: false,
    matches() {
      return this.inUse;
    },
  });
const show = (shown: ReturnType<typeof toast>) => hideOnceRead(shown as unknown as HTMLElement);

test("a confirmation leaves after the time to read it", () => {
  const shown = toast();
  show(shown);
  vi.advanceTimersByTime(sentenceMs - 1);
  expect(shown.hidden).toBe(false);
  vi.advanceTimersByTime(1);
  expect(shown.hidden).toBe(true);
});

test("a confirmation stays while the focus or a pointer is on it", () => {
  const shown = toast();
  show(shown);
  shown.inUse = true;
  vi.advanceTimersByTime(3 * sentenceMs);
  expect(shown.hidden).toBe(false);
  shown.inUse = false;
  vi.advanceTimersByTime(sentenceMs);
  expect(shown.hidden).toBe(true);
});

test("a confirmation that appears late is read from then on", () => {
  const shown = toast();
  show(shown);
  vi.advanceTimersByTime(sentenceMs - 1);
  shown.dispatchEvent(new Event("animationend"));
  vi.advanceTimersByTime(sentenceMs - 1);
  expect(shown.hidden).toBe(false);
  vi.advanceTimersByTime(1);
  expect(shown.hidden).toBe(true);
});

test("a confirmation that React removed is left alone", () => {
  const shown = toast();
  show(shown)?.();
  vi.advanceTimersByTime(sentenceMs);
  expect(shown.hidden).toBe(false);
});
