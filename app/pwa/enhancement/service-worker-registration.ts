/**
 * Registers the service worker; a failure is only logged.
 * @returns null where there is none: the browser knows no workers, it failed, the operator switched workers off
 * (`SERVICE_WORKER=off`), or this is a development server, which has no worker.
 */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  const off = import.meta.env.DEV || document.documentElement.dataset["worker"] === "off";
  if (off || !("serviceWorker" in navigator)) return null;
  try {
    return await navigator.serviceWorker.register("/sw.js");
  } catch (error) {
    // oxlint-disable-next-line no-console -- the specification asks for it
    console.warn("The service worker could not be registered.", error);
    return null;
  }
}
