/** ms, long enough to read twice. */
export const [titleMs, sentenceMs] = [3_000, 6_000];

/** Hides a confirmation, but not while a pointer or the focus is on it. Returns a function that cancels this. */
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
  // A toast from the server appears late (`heard-late`).
  toast.addEventListener("animationend", wait);
  return () => clearTimeout(timer);
}
