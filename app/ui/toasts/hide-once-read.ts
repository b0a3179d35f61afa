/** ms, long enough to read twice. */
export const [titleMs, sentenceMs] = [3_000, 6_000];

/** A confirmation leaves, but not while a pointer or the focus is on it. Returns how to stop that. */
export function hideOnceRead(toast: HTMLElement | null) {
  if (!toast) return;
  let timer: ReturnType<typeof setTimeout>;
  const hide = () => {
    if (toast.matches(":hover, :focus-within")) wait();
    else toast.hidden = true;
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(hide, sentenceMs);
  };
  wait();
  // One from the server appears late (`heard-late`).
  toast.addEventListener("animationend", wait);
  return () => clearTimeout(timer);
}
