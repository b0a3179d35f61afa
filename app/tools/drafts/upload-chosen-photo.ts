import { deliverPhoto } from "../../photos/delivery/deliver-photo.ts";
import { shrinkPhoto } from "../../photos/upload/shrink-photo.ts";
import type { Saving } from "./save-draft.ts";
import type { PhotoUpload, Shown } from "../wizard/use-photo-upload.ts";

interface Chosen {
  file: File;
  shown: Shown;
  /** Aborts when another photo is chosen or the page closes. */
  signal: AbortSignal;
  forSubject: boolean;
  failureTitle: string;
}

interface Heard {
  /** Attaches the uploaded photo to its draft. */
  keep: (photoId: string) => Promise<Saving>;
  tell: (next: PhotoUpload) => void;
  advise: (advice: string[] | null) => void;
  refuse: (title: string, message: string) => void;
}

/** Shrinks, measures and uploads a photo. */
export async function uploadChosen(
  { file, shown, signal, forSubject, failureTitle }: Chosen,
  { keep, tell, advise, refuse }: Heard,
): Promise<void> {
  const photo = await shrinkPhoto(file, savesData()).catch(() => null);
  if (!photo) {
    tell({ phase: "idle" });
    return refuse(failureTitle, "Failed to process the selected image. Please try again.");
  }
  const bytes = photo.blob.size;
  // Advice from this device comes before the upload ends.
  void look(photo.blob, forSubject).then(advise, () => {});
  const delivered = await deliverPhoto({
    photo,
    signal,
    attach: keep,
    onChange: (delivery) => tell({ ...delivery, bytes, ...shown }),
  });
  if (delivered.outcome === "saved") tell({ phase: "arrived", bytes, ...shown });
  if (signal.aborted || delivered.outcome === "saved" || delivered.outcome === "aborted") return;
  tell({ phase: "idle" });
  if (delivered.outcome === "refused") refuse(delivered.title, delivered.message);
  else refuse("Sign in required", "Please log in to continue, then choose the photo again.");
}

const look = async (photo: Blob, forSubject: boolean) =>
  (await import("../../photos/advice/measure-on-device.ts")).measureOnDevice(photo, forSubject);

const savesData = () =>
  "connection" in navigator && Boolean((navigator.connection as { saveData?: boolean } | undefined)?.saveData);
