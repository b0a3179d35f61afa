import { icon, announceStatus } from "./banner.ts";

/** docs/product/specification.md, "Installed app and banners". */
const backOnlineMs = 3000;

const announce = (path: string, text: string) => announceStatus(`${icon(path)}<p class="banner-text">${text}</p>`);

export function watchConnection() {
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const showOffline = () => {
    clearTimeout(hiding);
    announce(
      "M4 4l16 16M8.5 14.5a5 5 0 0 1 5.5-1M5.2 11.2A10 10 0 0 1 9.5 8.7M13 8.2a10 10 0 0 1 5.8 3M12 18.5h.01",
      "You're offline. Some features may be limited.",
    );
  };
  addEventListener("offline", showOffline);
  addEventListener("online", () => {
    clearTimeout(hiding);
    announce("m5 12.5 4.5 4.5L19 7.5", "You're back online!");
    hiding = setTimeout(announceStatus, backOnlineMs, null);
  });
  // A live region announces only text that changes after it exists.
  if (!navigator.onLine) hiding = setTimeout(showOffline);
}
