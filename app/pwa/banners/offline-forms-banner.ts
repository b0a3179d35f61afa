import { type OfflineForm, nameOf } from "../offline-forms/offline-forms.ts";
import {
  formAnsweredEvent,
  storeFormEvent,
  type StoreFormRequest,
  offlineFormsSentEvent,
  listeningEvent,
} from "../offline-forms/store-form.ts";
import { offlineFormsStore } from "../offline-forms/offline-forms-store.ts";
import { type Halt, sendingLock, sendOfflineForms } from "../offline-forms/send-offline-forms.ts";
import { keptFormsChannel } from "../worker-messages.ts";
import { icon, showBanner } from "./banner.ts";

/** How long a page waits before it tries the line again by itself, ms; the browser's word that it is back is heard at once. */
const firstPauseMs = 5_000;
const longestPauseMs = 60_000;

declare global {
  interface WindowEventMap {
    [storeFormEvent]: CustomEvent<StoreFormRequest>;
    [formAnsweredEvent]: CustomEvent<string>;
  }
  interface ServiceWorkerRegistration {
    /** Background Synchronization; not in every browser. */
    readonly sync?: { register(tag: string): Promise<void> };
  }
}

/**
 * Keeps forms whose line broke on the device, sends them once there is one, and says so: a banner while something
 * waits, with a way to forget it, and one for what the server did not take.
 */
export function offerOfflineForms(member: string, registration: Promise<ServiceWorkerRegistration | null>) {
  const store = offlineFormsStore();
  let pauseMs = firstPauseMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let halt: Halt = null;
  const banner = oneBanner();

  const show = async () => {
    const forms = await store.all(member);
    const waiting = forms.filter(({ outcome }) => !outcome);
    const refused = forms.filter(({ outcome }) => outcome === "refused");
    if (waiting.length) banner.waiting(waiting, halt, () => void forget(undefined));
    else if (refused.length) banner.refused(refused, () => void forget("refused"));
    else banner.hide();
    return waiting.length;
  };
  /** What waits, or what was refused, as it is by the time the button is pressed. */
  const forget = async (outcome: OfflineForm["outcome"]) => {
    const these = (await store.all(member)).filter((form) => form.outcome === outcome);
    for (const form of these) await store.settle(form, null);
    await show();
  };
  const tell = async () => {
    const sent = (await store.all(member)).filter(({ outcome }) => outcome === "sent");
    // Nobody may be listening yet, or on this page at all: then it is told later.
    const heard =
      sent.length && !dispatchEvent(new CustomEvent(offlineFormsSentEvent, { detail: sent, cancelable: true }));
    if (heard) for (const form of sent) await store.settle(form, null);
    if (await show()) tryAgainLater();
  };
  const send = async () => {
    clearTimeout(timer);
    timer = undefined;
    if (!(await show())) return tell();
    await alone(async () => void (halt = await sendOfflineForms(store, fetch)));
    await tell();
  };
  const tryAgainLater = () => {
    if (timer !== undefined) return;
    // Hidden pages leave it to the worker, or to the next page.
    timer = setTimeout(() => document.hidden || void send().catch(() => {}), pauseMs);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  };

  addEventListener(storeFormEvent, ({ detail }) => {
    const { action, fields } = detail;
    detail.keeping = store.keep({ action, fields, member, keptAt: Date.now() }).then(async () => {
      halt = "no-line";
      await show();
      banner.announce();
      tryAgainLater();
      (await registration)?.sync?.register(sendingLock).catch(() => {});
    });
  });
  const now = () => {
    pauseMs = firstPauseMs;
    send().catch(() => {});
  };
  addEventListener("online", now);
  // Another page: the line it came by may be back without the browser's word.
  addEventListener(listeningEvent, now);
  addEventListener(formAnsweredEvent, ({ detail: action }) => void store.drop(action).then(show, () => {}));
  // The worker forgets as well, where there is one.
  addEventListener("submit", ({ target }) => {
    if (target instanceof HTMLFormElement && target.action.endsWith("/logout")) store.forget(null).catch(() => {});
  });
  document.addEventListener("visibilitychange", () => document.hidden || now());
  // The worker has sent something.
  new BroadcastChannel(keptFormsChannel).addEventListener("message", () => void tell().catch(() => {}));
  now();
}

/** One sender at a time; who finds another one at it leaves it to that one. */
async function alone(work: () => Promise<void>) {
  await navigator.locks.request(sendingLock, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}

function oneBanner() {
  let hide = () => {};
  let shown = "";
  // Banners are no live region: they may come while somebody reads. What one has just done is said at once.
  const live = document.createElement("div");
  live.className = "sr-only";
  live.setAttribute("role", "status");
  document.body.append(live);
  const replace = (name: string, markup: string, acts: Record<string, () => void>) => {
    if (markup === shown) return false;
    hide();
    shown = markup;
    const close = showBanner({ name, markup, acts });
    hide = () => {
      shown = "";
      close();
    };
    return true;
  };
  const say = (words: string) => {
    if (!live.isConnected) document.body.append(live);
    live.replaceChildren(words);
  };
  const text = (sign: string, title: string, how: string, button: string) =>
    `${icon(sign)}<p class="banner-text"><b>${title}</b><span class="text-sm text-ink-2">${escape(how)}</span></p><div class="banner-act"><button class="btn btn-quiet btn-sm" type="button" data-do="forget">${button}</button></div>`;
  return {
    hide: () => hide(),
    announce: () => {
      say(`Kept on this device. ${byItself}`);
    },
    waiting: (forms: OfflineForm[], halt: Halt, forget: () => void) => {
      const how = halt === "signed-out" ? "It is sent once you have signed in again." : byItself;
      replace("Kept on this device", text(clock, `Kept on this device: ${list(forms)}`, how, "Forget it"), { forget });
    },
    refused: (forms: OfflineForm[], forget: () => void) => {
      const why = forms.flatMap((form) => form.why ?? []).join(" ");
      const how = why || "It was kept while you were offline, and could not be done any more.";
      if (replace("Not done", text(warning, `Not done: ${list(forms)}`, how, "Close"), { forget })) {
        say(`Not done: ${list(forms)}. ${how}`);
      }
    },
  };
}

/** What the server says is text. */
const escape = (text: string) => text.replace(/[&<]/g, (mark) => (mark === "&" ? "&amp;" : "&lt;"));

const byItself = "It is sent by itself, once, when the line is back.";
const clock = "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2";
const warning = "M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01";

const list = (forms: OfflineForm[]) => [...new Set(forms.map(nameOf))].join(", ");
