export function onClick<E extends HTMLElement>(selector: string, act: (target: E, event: MouseEvent) => void) {
  document.addEventListener("click", (event) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || !(event.target instanceof Element)) return;
    const target = event.target.closest<E>(selector);
    if (target) act(target, event);
  });
}
