import styles from "../../ui/styles/banners.css?inline";

/** What a banner shows, as markup of our own: nothing of it comes from anybody's input. */
interface Banner {
  /** The region's name. */
  name: string;
  markup: string;
  /** What its buttons do, by their `data-do`. */
  acts: Record<string, (button: HTMLElement) => void>;
}

const dock = document.createElement("div");
dock.className = "banners";
dock.tabIndex = -1;
const status = document.createElement("div");
status.className = "banner banner-ink";
status.setAttribute("role", "status");

let docked = false;

/**
 * Puts the place of all banners into the page, with its live region, so that this stands before it says anything.
 * It comes first in the page for the keyboard, whatever edge of the screen the stylesheet fixes it to.
 */
export function dockBanners() {
  // Safari before 16.4 (2023) has no sheets of this kind, and gets no banners: nothing is only in them.
  if (!("adoptedStyleSheets" in document)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  docked = true;
  dock.append(status);
  attach();
  new ResizeObserver(measure).observe(dock);
  addEventListener("resize", measure);
  addEventListener("scroll", () => dock.offsetHeight && measure(), { passive: true });
}

/** Says something in the live region, above all other banners; null says nothing any more. */
export function sayStatus(markup: string | null) {
  attach();
  status.innerHTML = markup ?? "";
}

/** Shows a banner with something to press; `first` puts it above the others. Answers what takes it away again. */
export function showBanner({ name, markup, acts }: Banner, first = false): () => void {
  attach();
  const banner = document.createElement("section");
  banner.className = "banner";
  banner.setAttribute("aria-label", name);
  banner.innerHTML = markup;
  banner.addEventListener("click", ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>("[data-do]");
    if (button) acts[button.dataset["do"] ?? ""]?.(button);
  });
  if (first) status.after(banner);
  else dock.append(banner);
  return () => {
    const hadFocus = banner.contains(document.activeElement);
    banner.remove();
    // To the next banner, or where it stood: the page goes on from there.
    if (hadFocus) (dock.querySelector("button") ?? dock).focus();
  };
}

export const icon = (path: string) =>
  `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;

/** Where React has drawn the whole document anew, after an error, the dock has to be put back. */
function attach() {
  if (!docked || dock.isConnected) return;
  const skip = document.querySelector(".skip-link");
  if (skip) skip.after(dock);
  else document.body.prepend(dock);
}

const changes = new MutationObserver(measure);

/**
 * Tells the stylesheet how much room the banners take, so that what has the focus can always be scrolled out from
 * under them, and how high the tool's own bar is that they stand above while it keeps to the bottom of the screen.
 */
function measure() {
  const { style } = document.documentElement;
  const shown = dock.offsetHeight;
  const bar = document.querySelector(".action-bar")?.getBoundingClientRect();
  const below = bar && bar.bottom + 1 > innerHeight && bar.top < innerHeight ? innerHeight - bar.top : 0;
  style.setProperty("--banners", `${shown}px`);
  style.setProperty("--below-banners", `${below}px`);
  // The next step of a tool may bring its bar, or take it away.
  if (shown) changes.observe(document.body, { childList: true, subtree: true });
  else changes.disconnect();
}
