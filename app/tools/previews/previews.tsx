import { useEffect, useReducer } from "react";

/** Requests at a time; the server draws one. */
const atOnce = 2;
const mostTries = 6;
const longestWaitSeconds = 30;

/** Object URLs by option, of one photo; null where none can be drawn. */
const drawn = { photoId: "", urls: new Map<string, string | null>() };
const none: ReadonlyMap<string, string | null> = new Map();

/** Small previews of the draft's photo as they arrive, in the order of the tiles; stock tiles stay without them. */
export function usePreviews(draftId: string | null, photoId: string | null, options: readonly string[]) {
  const [, showNext] = useReducer((count: number) => count + 1, 0);
  const wanted = options.join(",");
  useEffect(() => {
    if (!draftId || !photoId || !wanted || savesData()) return;
    keepOnly(photoId);
    const leaving = new AbortController();
    const { signal } = leaving;
    const queue = wanted.split(",").filter((option) => !drawn.urls.has(option));
    const work = async () => {
      for (let option = queue.shift(); option && !signal.aborted; option = queue.shift()) {
        const picture = await load(`/api/drafts/${draftId}/previews/${option}`, signal);
        if (signal.aborted) return;
        if (picture === "stop") queue.length = 0;
        else {
          drawn.urls.set(option, picture && URL.createObjectURL(picture));
          showNext();
        }
      }
    };
    for (let each = 0; each < atOnce; each += 1) work().catch(() => {});
    return () => leaving.abort();
  }, [draftId, photoId, wanted]);
  return photoId === drawn.photoId ? drawn.urls : none;
}

/** Covers the photo or stock picture, so that nothing moves. */
export function Preview({ src }: { src: string | null | undefined }) {
  return src ? (
    <img
      className="absolute inset-0 [object-position:50%_20%] checkerboard motion-safe:animate-appear"
      src={src}
      alt=""
    />
  ) : null;
}

function keepOnly(photoId: string) {
  if (drawn.photoId === photoId) return;
  for (const url of drawn.urls.values()) if (url) URL.revokeObjectURL(url);
  drawn.urls.clear();
  drawn.photoId = photoId;
}

/** Null if the server has none; `stop` if further requests are useless. */
async function load(url: string, signal: AbortSignal): Promise<Blob | null | "stop"> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const response = await fetch(url, { signal });
    if (response.ok) return response.blob();
    // An unread response blocks its connection.
    await response.text();
    if (response.status === 404) return null;
    const seconds = Number(response.headers.get("Retry-After"));
    if (!seconds || seconds > longestWaitSeconds) return "stop";
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
  return "stop";
}

const savesData = () =>
  "connection" in navigator && Boolean((navigator.connection as { saveData?: boolean } | undefined)?.saveData);
