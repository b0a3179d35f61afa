import { useEffect } from "react";
import { useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "../root.tsx";
import type { StorePictures } from "./worker-messages.ts";

interface Shown {
  name: string;
  facts?: string;
  picture: { srcSet: string } | null;
}

/** Sends the page's pictures to the service worker. `all`: the list is complete. */
export function useStoredOffline(shown: readonly Shown[] | null, all: boolean) {
  const member = useRouteLoaderData<typeof rootLoader>("root")?.memberKey;
  useEffect(() => {
    if (!member || !shown) return;
    const pictures = shown.flatMap(({ name, facts = "", picture }) =>
      picture ? [{ name, facts, sources: sourcesOf(picture) }] : [],
    );
    const message: StorePictures = { type: "KEEP_PICTURES", member, pictures, all };
    const send = () => navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(message));
    if (document.readyState === "complete") return void send();
    window.addEventListener("load", send);
    return () => window.removeEventListener("load", send);
  }, [member, shown, all]);
}

const sourcesOf = ({ srcSet }: { srcSet: string }) =>
  srcSet
    .split(", ")
    .slice(0, 3)
    .map((candidate) => candidate.split(" ")[0] ?? "");
