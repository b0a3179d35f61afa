import { productName } from "../../brand.ts";
import { icon, showBanner } from "./banner.ts";
import { mayOfferInstall } from "./may-offer-install.ts";

const delayMs = 3000;

/** Chromium's event (wicg.github.io/manifest-incubations). */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallOffer;
  }
  interface Window {
    installOffer?: InstallOffer;
  }
  interface Navigator {
    readonly standalone?: boolean;
  }
}

const installedKey = "installed";
const dismissedKey = "install-dismissed";

/** Follows docs/product/specification.md, "Installed app and banners". */
export function offerInstall() {
  if (matchMedia("(display-mode: standalone)").matches || navigator.standalone) remember(installedKey, "1");
  let offer = window.installOffer;
  let hide: (() => void) | undefined;
  let over = false;
  const end = () => {
    over = true;
    hide?.();
  };
  const dismiss = () => {
    remember(dismissedKey, String(Date.now()));
    end();
  };
  const install = () => {
    end();
    const prompted = offer?.prompt();
    prompted?.then(
      ({ outcome }) => outcome === "dismissed" && dismiss(),
      () => {},
    );
  };
  const appear = () => {
    if (over || hide || !(offer || installsByHand())) return;
    if (!mayOfferInstall({ now: Date.now(), installed: recall(installedKey), dismissed: recall(dismissedKey) })) return;
    if (document.querySelector(atWork)) setTimeout(appear, delayMs);
    else hide = showBanner({ name: title, markup: offer ? prompted : byHand, acts: { dismiss, install } });
  };
  setTimeout(appear, delayMs);
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event;
    appear();
  });
  addEventListener("appinstalled", () => {
    remember(installedKey, "1");
    end();
  });
}

const atWork =
  ".action-bar,[role=progressbar],dialog[open],form[action^='/buy-coins'],form[action^='/sandbox'],input:focus,textarea:focus";

const installsByHand = () => "standalone" in navigator && navigator.maxTouchPoints > 0;

const mark = '<img class="banner-mark" src="/favicon.svg" alt="">';
const title = `Install ${productName}`;
const button = (act: string, kind: string, label: string) =>
  `<button class="btn-${kind} btn-sm" type="button" data-do="${act}">${label}</button>`;
const notNow = button("dismiss", "quiet", "Not now");
const prompted = `${mark}<p class="banner-text"><b>${title}</b><span class="text-sm text-ink-2">Opens faster and uses less data.</span></p><div class="banner-act">${notNow}${button("install", "primary", "Install")}</div>`;
const byHand = `${mark}<div class="banner-text"><b>${title}</b><ol class="text-sm text-ink-2"><li>${icon("M12 15V3.5M8 7l4-4 4 4M8 10.5H6v10h12v-10h-2")}Tap Share</li><li>${icon("M4 4h16v16H4zM12 8.5v7M8.5 12h7")}Add to Home Screen</li></ol></div><div class="banner-act">${notNow}</div>`;

function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(key: string, value: string) {
  try {
    localStorage.setItem(key, value);
  } catch {}
}
