import {
  formAnsweredEvent,
  listeningEvent,
  nameOf,
  type OfflineForm,
  offlineFormsSentEvent,
  storeFormEvent,
  type StoreFormRequest,
} from "../offline-forms/offline-forms.ts";
import { type Halt, offlineFormsStore, sendingLock, sendOfflineForms } from "../offline-forms/send-offline-forms.ts";
import { offlineFormsChannel } from "../worker-messages.ts";
import { icon, showBanner } from "./banner.ts";

/** ms between tries; an `online` event triggers one at once. */
const firstPauseMs = 5_000;
const maxPauseMs = 60_000;

declare global {
  interface WindowEventMap {
    [storeFormEvent]: CustomEvent<StoreFormRequest>;
    [formAnsweredEvent]: CustomEvent<string>;
  }
  interface ServiceWorkerRegistration {
    readonly sync?: { register(tag: string): Promise<void> };
  }
}

/** Stores forms that failed offline, sends them later, and reports on both. */
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
  const forget = async (outcome: OfflineForm["outcome"]) => {
    const these = (await store.all(member)).filter((form) => form.outcome === outcome);
    for (const form of these) await store.settle(form, null);
    await show();
  };
  const refresh = async () => {
    const sent = (await store.all(member)).filter(({ outcome }) => outcome === "sent");
    const handled =
      sent.length && !dispatchEvent(new CustomEvent(offlineFormsSentEvent, { detail: sent, cancelable: true }));
    if (handled) for (const form of sent) await store.settle(form, null);
    if (await show()) tryAgainLater();
  };
  const send = async () => {
    clearTimeout(timer);
    timer = undefined;
    if (!(await show())) return refresh();
    await alone(async () => void (halt = await sendOfflineForms(store, fetch)));
    await refresh();
  };
  const tryAgainLater = () => {
    if (timer !== undefined) return;
    timer = setTimeout(() => document.hidden || void send().catch(() => {}), pauseMs);
    pauseMs = Math.min(pauseMs * 2, maxPauseMs);
  };

  addEventListener(storeFormEvent, ({ detail }) => {
    const { action, fields } = detail;
    detail.storing = store.store({ action, fields, member, keptAt: Date.now() }).then(async () => {
      halt = "offline";
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
  // A new page implies a connection, even without an `online` event.
  addEventListener(listeningEvent, now);
  addEventListener(formAnsweredEvent, ({ detail: action }) => void store.drop(action).then(show, () => {}));
  addEventListener("submit", ({ target }) => {
    if (target instanceof HTMLFormElement && target.action.endsWith("/logout")) store.forget(null).catch(() => {});
  });
  document.addEventListener("visibilitychange", () => document.hidden || now());
  new BroadcastChannel(offlineFormsChannel).addEventListener("message", () => void refresh().catch(() => {}));
  now();
}

async function alone(work: () => Promise<void>) {
  await navigator.locks.request(sendingLock, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}

function oneBanner() {
  let hide = () => {};
  let shown = "";
  // Banners are no live region, because they may appear while a member reads.
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
  const announce = (text: string) => {
    if (!live.isConnected) document.body.append(live);
    live.replaceChildren(text);
  };
  const text = (sign: string, title: string, how: string, button: string) =>
    `${icon(sign)}<p class="banner-text"><b>${title}</b><span class="text-sm text-ink-2">${escape(how)}</span></p><div class="banner-act"><button class="btn-quiet btn-sm" type="button" data-do="forget">${button}</button></div>`;
  return {
    hide: () => hide(),
    announce: () => {
      announce(`Saved on this device. ${byItself}`);
    },
    waiting: (forms: OfflineForm[], halt: Halt, forget: () => void) => {
      const how = halt === "signed-out" ? "It is sent once you have signed in again." : byItself;
      replace("Saved on this device", text(clock, `Saved on this device: ${list(forms)}`, how, "Discard"), { forget });
    },
    refused: (forms: OfflineForm[], forget: () => void) => {
      const why = forms.flatMap((form) => form.why ?? []).join(" ");
      const how = why || "You were offline when you tried this, and it can no longer be done.";
      if (replace("Not done", text(warning, `Not done: ${list(forms)}`, how, "Close"), { forget })) {
        announce(`Not done: ${list(forms)}. ${how}`);
      }
    },
  };
}

const escape = (text: string) => text.replace(/[&<]/g, (mark) => (mark === "&" ? "&amp;" : "&lt;"));

const byItself = "We send it once, as soon as you are back online.";
const clock = "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2";
const warning = "M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01";

const list = (forms: OfflineForm[]) => [...new Set(forms.map(nameOf))].join(", ");
