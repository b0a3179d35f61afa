import { deliverPhoto } from "../../photos/upload/deliver-photo.ts";
import { shrinkPhoto } from "../../photos/upload/shrink-photo.ts";
import type { Saving } from "./draft-saving.ts";
import type { LocalPhoto, PhotoUpload } from "./photo-upload.ts";

interface Chosen {
  file: File;
  display: LocalPhoto;
  /** Aborts when another photo is chosen or the page closes. */
  signal: AbortSignal;
  forSubject: boolean;
  failureTitle: string;
}

interface UploadCallbacks {
  /** Attaches the uploaded photo to its draft. */
  attach: (photoId: string) => Promise<Saving>;
  onChange: (next: PhotoUpload) => void;
  advise: (advice: string[] | null) => void;
  refuse: (title: string, message: string) => void;
}

/** Shrinks, measures and uploads a photo. True once it is attached. */
export async function uploadChosen(
  { file, display, signal, forSubject, failureTitle }: Chosen,
  { attach, onChange, advise, refuse }: UploadCallbacks,
): Promise<boolean> {
  const photo = await shrinkPhoto(file, savesData()).catch(() => null);
  if (!photo) {
    onChange({ phase: "idle" });
    refuse(failureTitle, "Failed to process the selected image. Please try again.");
    return false;
  }
  // Advice from this device comes before the upload ends.
  void measure(photo.blob, forSubject).then(advise, () => {});
  const delivered = await deliverPhoto({
    photo,
    signal,
    attach,
    onChange: (delivery) => onChange({ ...delivery, ...display }),
  });
  if (delivered.outcome === "saved") {
    onChange({ phase: "arrived", ...display });
    return true;
  }
  if (signal.aborted || delivered.outcome === "aborted") return false;
  onChange({ phase: "idle" });
  if (delivered.outcome === "refused") refuse(delivered.title, delivered.message);
  else refuse("Sign in required", "Please log in to continue, then choose the photo again.");
  return false;
}

const measure = async (photo: Blob, forSubject: boolean) =>
  (await import("../../photos/advice/measure-photo.ts")).measureOnDevice(photo, forSubject);

const savesData = () =>
  "connection" in navigator && Boolean((navigator.connection as { saveData?: boolean } | undefined)?.saveData);
