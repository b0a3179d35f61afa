import { useEffect, useRef, useState } from "react";
import { deliverPhoto } from "../../photos/upload/deliver-photo.ts";
import { displayName } from "../../photos/file-name.ts";
import { shrinkPhoto } from "../../photos/upload/shrink-photo.ts";
import { useSaveData } from "../../photos/photo-picture.tsx";
import { problemWith, useWarningBeforeLeaving } from "../wizard/photo-upload.ts";
import { showToast } from "../../ui/toasts/toast.tsx";
import type { ChosenPhoto } from "./batch-draft.server.ts";
import { choosePath, maxBatchPhotos } from "./batch.ts";

export type PendingPhoto = { key: string; name: string; src: string; fileBytes: number } & (
  | { phase: "queued" }
  | { phase: "shrinking" }
  | { phase: "sending"; bytes: number; share: number }
  /** Offline; resumes by itself. */
  | { phase: "waiting"; bytes: number }
  | { phase: "refused"; message: string }
);
type Phase = PendingPhoto extends infer Each
  ? Each extends PendingPhoto
    ? Omit<Each, keyof LocalPhoto>
    : never
  : never;
type LocalPhoto = Pick<PendingPhoto, "key" | "name" | "src" | "fileBytes">;

interface Options {
  toolId: string;
  path: string;
  draftId: string;
  loaded: ChosenPhoto[];
  /** The preset to continue with, part of the address. */
  presetId: string | undefined;
}

/**
 * Shrinks chosen photos, uploads them one by one with retries and adds each to the draft. No navigation or
 * revalidation meanwhile: on a lost connection either would replace the page and lose unsent photos.
 */
export function useBatchUploads({ toolId, path, draftId: loadedId, loaded, presetId }: Options) {
  // A revalidation without a draft in the address would return a new id.
  const [draftId] = useState(loadedId);
  const [answered, setAnswered] = useState<ChosenPhoto[] | null>(null);
  const [coming, setComing] = useState<PendingPhoto[]>([]);
  const [messages, setMessages] = useState<string[] | null>(null);
  const saveData = useSaveData();
  const queue = useRef<{ key: string; file: File }[]>([]);
  const stops = useRef(new Map<string, AbortController>());
  const working = useRef<Promise<void> | null>(null);
  /** Fingerprints of sent files and their photo ids. */
  const sent = useRef(new Map<string, string | null>());
  /** The draft's photos and the keys of current uploads, ahead of the next rendering. */
  const here = useRef({ photos: loaded, active: new Set<string>() });
  useWarningBeforeLeaving(coming.some(({ phase }) => phase !== "refused"));
  useEffect(() => {
    const running = stops.current;
    return () => {
      queue.current = [];
      running.forEach((stop) => stop.abort());
    };
  }, []);

  const keep = (photos: ChosenPhoto[]) => {
    here.current.photos = photos;
    setAnswered(photos);
  };
  const change = (key: string, phase: Phase) => {
    if (phase.phase === "refused") here.current.active.delete(key);
    setComing((all) => all.map((each) => (each.key === key ? { ...known(each), ...phase } : each)));
  };
  const drop = (key: string) => {
    stops.current.get(key)?.abort();
    here.current.active.delete(key);
    const queued = queue.current.find((each) => each.key === key);
    if (queued) sent.current.delete(markOf(queued.file));
    queue.current = queue.current.filter((each) => each.key !== key);
    setComing((all) => all.filter((each) => each.key !== key || void URL.revokeObjectURL(each.src)));
  };
  const send = async ({ key, file }: { key: string; file: File }) => {
    const { signal } = setNew(stops.current, key);
    const name = displayName(file.name);
    const refuse = (message: string) => {
      sent.current.delete(markOf(file));
      change(key, { phase: "refused", message });
    };
    change(key, { phase: "shrinking" });
    const photo = await shrinkPhoto(file, saveData).catch(() => null);
    if (!photo) return refuse("This photo could not be read. Please choose it again.");
    let message = "";
    const delivered = await deliverPhoto({
      photo,
      signal,
      attach: async (photoId) => {
        const added = await changePhotos(draftId, { tool: toolId, photo: photoId, name });
        if (added.saving === "saved") {
          sent.current.set(markOf(file), photoId);
          keep(added.photos);
        }
        if (added.saving === "refused") message = added.message;
        return added;
      },
      onChange: (delivery) => signal.aborted || change(key, { ...delivery, bytes: photo.blob.size }),
    });
    if (delivered.outcome === "refused") return refuse(message || delivered.message);
    if (delivered.outcome === "signed-out") return refuse("Please log in again, then choose this photo again.");
    if (delivered.outcome === "aborted") return void sent.current.delete(markOf(file));
    drop(key);
  };
  const sendAll = async () => {
    for (let next = queue.current.shift(); next; next = queue.current.shift()) await send(next);
    working.current = null;
  };
  const isSent = (file: File) => {
    const photo = sent.current.get(markOf(file));
    return photo === null || (photo !== undefined && here.current.photos.some(({ id }) => id === photo));
  };
  /** Resolves when no photo is uploading any more; null when none was accepted. */
  const choose = (files: File[]): Promise<void> | null => {
    const { photos: there, active } = here.current;
    const free = maxBatchPhotos - there.length - active.size;
    const twice = files.filter((file, index) => isSent(file) || files.findIndex(isSameAs(file)) < index);
    const invalid = files.filter((file) => !twice.includes(file) && problemWith(file));
    const usable = files.filter((file) => !twice.includes(file) && !invalid.includes(file));
    const accepted = usable.slice(0, free).map((file) => ({ key: crypto.randomUUID(), file }));
    const problems = [
      ...invalid.map((file) => `${displayName(file.name)}: ${problemWith(file)}`),
      ...twice.map(({ name }) => `${displayName(name)}: you already added this photo. It is used once, for one gem.`),
      ...(usable.length > free ? [tooMany(usable.slice(free))] : []),
    ];
    setMessages(problems.length ? problems : null);
    if (!accepted.length) return null;
    for (const { key, file } of accepted) {
      sent.current.set(markOf(file), null);
      active.add(key);
    }
    setComing((all) => [
      ...all,
      ...accepted.map(({ key, file }): PendingPhoto => ({ ...localPhoto(key, file), phase: "queued" })),
    ]);
    queue.current.push(...accepted);
    const shared = new URLSearchParams(window.location.search).get("shared") === "" ? "&shared" : "";
    const address = choosePath({ path }, draftId, presetId);
    window.history.replaceState(window.history.state, "", `${address}${shared}`);
    return (working.current ??= sendAll());
  };
  const remove = async (photoId: string) => {
    const answer = await changePhotos(draftId, { remove: photoId });
    if (answer.saving === "saved") return keep(answer.photos);
    const text = answer.saving === "refused" ? answer.message : "Please check your connection and try again.";
    showToast({ kind: "error", title: "Not removed", text });
  };
  return { draftId, photos: answered ?? loaded, arrived: answered !== null, coming, messages, choose, drop, remove };
}

/** The server's response to a changed draft, with all its photos; or no response. */
type Changed =
  | { saving: "saved"; photos: ChosenPhoto[] }
  | { saving: "refused"; message: string }
  | { saving: "offline" };

/** Adds a photo, which creates the draft with its first one, or removes one. Repeatable. */
async function changePhotos(draftId: string, fields: Record<string, string>): Promise<Changed> {
  try {
    const body = new URLSearchParams(fields);
    const response = await fetch(`/api/drafts/${draftId}/photos`, { method: "POST", body });
    if (response.status === 429 || response.status >= 500) return { saving: "offline" };
    if (response.ok) return { saving: "saved", ...((await response.json()) as { photos: ChosenPhoto[] }) };
    const { error } = (await response.json().catch(() => ({}))) as { error?: string };
    return { saving: "refused", message: error ?? "It could not be changed. Please reload the page." };
  } catch {
    return { saving: "offline" };
  }
}

const known = ({ key, name, src, fileBytes }: PendingPhoto): LocalPhoto => ({ key, name, src, fileBytes });

const localPhoto = (key: string, file: File): LocalPhoto => ({
  key,
  name: displayName(file.name),
  src: URL.createObjectURL(file),
  fileBytes: file.size,
});

/** Identifies a file without reading it; the server compares contents. */
const markOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;
const isSameAs = (file: File) => (other: File) => markOf(file) === markOf(other);

function setNew(stops: Map<string, AbortController>, key: string): AbortController {
  const stop = new AbortController();
  stops.set(key, stop);
  return stop;
}

const tooMany = (files: File[]) =>
  `A batch takes up to ${maxBatchPhotos} photos. The first ${maxBatchPhotos} were added; left out: ${files.map(({ name }) => displayName(name)).join(", ")}.`;
