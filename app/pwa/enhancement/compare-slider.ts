import { onClick } from "./on-click.ts";

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
