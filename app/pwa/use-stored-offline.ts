import { useEffect } from "react";
import { useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "../root.tsx";
import type { KeepPictures } from "./worker-messages.ts";

interface Shown {
  name: string;
  facts?: string;
  picture: { srcSet: string } | null;
}

/** Sends the page's pictures to the service worker. `all`: there are no others. */
export function useStoredOffline(shown: readonly Shown[] | null, all: boolean) {
  const member = useRouteLoaderData<typeof rootLoader>("root")?.memberKey;
  useEffect(() => {
    if (!member || !shown) return;
    const pictures = shown.flatMap(({ name, facts = "", picture }) =>
      picture ? [{ name, facts, sources: sourcesOf(picture) }] : [],
    );
    const message: KeepPictures = { type: "KEEP_PICTURES", member, pictures, all };
    const tell = () => navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(message));
    if (document.readyState === "complete") return void tell();
    window.addEventListener("load", tell);
    return () => window.removeEventListener("load", tell);
  }, [member, shown, all]);
}

const sourcesOf = ({ srcSet }: { srcSet: string }) =>
  srcSet
    .split(", ")
    .slice(0, 3)
    .map((candidate) => candidate.split(" ")[0] ?? "");
