import { onClick } from "./on-click.ts";

/**
 * Moves the split of a before/after picture where CSS alone cannot, says its place in words everywhere, and lets
 * `data-compare-show` buttons show that percentage of the original.
 */
export function improveCompareSliders() {
  document.addEventListener("input", ({ target }) => place(target));
  document.addEventListener("focusin", ({ target }) => place(target));
  onClick<HTMLElement>("[data-compare-show]", (button) => {
    const range = button.closest(".compare")?.querySelector<HTMLInputElement>(".compare-range");
    if (!range) return;
    range.value = button.dataset.compareShow ?? range.value;
    place(range);
  });
}

function place(range: EventTarget | null) {
  if (!(range instanceof HTMLInputElement) || !range.matches(".compare-range")) return;
  range.closest<HTMLElement>(".compare")?.style.setProperty("--pos", range.value);
  range.setAttribute("aria-valuetext", `${range.value} % original`);
}
