import styles from "../../ui/styles/banners.css?inline";

/** Static markup, so it needs no escaping. */
interface Banner {
  name: string;
  markup: string;
  acts: Record<string, (button: HTMLElement) => void>;
}

const dock = document.createElement("div");
dock.className = "banners";
dock.tabIndex = -1;
const status = document.createElement("div");
status.className = "banner banner-ink";
status.setAttribute("role", "status");

let docked = false;

/** The dock comes first in the page for the keyboard; its live region exists before the first message. */
export function dockBanners() {
  // Safari before 16.4 (2023) has no constructable stylesheets and gets no banners.
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

export function announceStatus(markup: string | null) {
  attach();
  status.innerHTML = markup ?? "";
}

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
    if (hadFocus) (dock.querySelector("button") ?? dock).focus();
  };
}

export const icon = (path: string) =>
  `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;

/** React may replace the whole document after an error. */
function attach() {
  if (!docked || dock.isConnected) return;
  const skip = document.querySelector(".skip-link");
  if (skip) skip.after(dock);
  else document.body.prepend(dock);
}

/** Sets only changed values: each change on the root restyles the whole page. */
function publish(property: string, px: number) {
  const { style } = document.documentElement;
  if ((parseFloat(style.getPropertyValue(property)) || 0) !== px) style.setProperty(property, `${px}px`);
}

const changes = new MutationObserver(measure);

/** Publishes the banners' height as scroll padding, so that they never cover the focus. */
function measure() {
  const shown = dock.offsetHeight;
  const bar = document.querySelector(".action-bar")?.getBoundingClientRect();
  const below = bar && bar.bottom + 1 > innerHeight && bar.top < innerHeight ? innerHeight - bar.top : 0;
  publish("--banners", shown);
  publish("--below-banners", below);
  if (shown) changes.observe(document.body, { childList: true, subtree: true });
  else changes.disconnect();
}
