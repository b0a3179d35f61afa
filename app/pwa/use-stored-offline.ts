import { useEffect } from "react";
import { useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "../root.tsx";
import type { KeepPictures } from "./worker-messages.ts";

interface Shown {
  name: string;
  /** When it was made, and what else holds for good; a page that says how long ago has nothing to give. */
  facts?: string;
  picture: { srcSet: string } | null;
}

/**
 * Hands the pictures of this page to the service worker, to be there without a line. `all` says that there are no
 * others; null hands over nothing.
 */
export function useStoredOffline(shown: readonly Shown[] | null, all: boolean) {
  const member = useRouteLoaderData<typeof rootLoader>("root")?.memberKey;
  useEffect(() => {
    if (!member || !shown) return;
    const pictures = shown.flatMap(({ name, facts = "", picture }) =>
      picture ? [{ name, facts, sources: sourcesOf(picture) }] : [],
    );
    const message: KeepPictures = { type: "KEEP_PICTURES", member, pictures, all };
    // On the first page of all, the worker is still being installed.
    const tell = () => navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(message));
    // Not before the page has what it shows itself: that may be kept without being fetched again.
    if (document.readyState === "complete") return void tell();
    window.addEventListener("load", tell);
    return () => window.removeEventListener("load", tell);
  }, [member, shown, all]);
}

/** Widths a phone shows in a grid; what is larger is not worth its room. */
const sourcesOf = ({ srcSet }: { srcSet: string }) =>
  srcSet
    .split(", ")
    .slice(0, 3)
    .map((candidate) => candidate.split(" ")[0] ?? "");
