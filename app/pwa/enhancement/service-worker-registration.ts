/** Null without worker support, with SERVICE_WORKER=off, in development and after an error. */
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
