/** Calls `act` for every plain click on what `selector` names, wherever and whenever it stands in the page. */
export function onClick<E extends HTMLElement>(selector: string, act: (target: E, event: MouseEvent) => void) {
  document.addEventListener("click", (event) => {
    // A modified click asks for a new tab or window, which is the browser's business.
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || !(event.target instanceof Element)) return;
    const target = event.target.closest<E>(selector);
    if (target) act(target, event);
  });
}
