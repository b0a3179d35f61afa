import { maxUploadBytes, photoExtensions } from "../../photos/upload/photo-problems.ts";
import { keepSharedPhotos } from "../shared-photo.ts";
import { severalSharedHere, sharePath, sharedHere } from "../share-address.ts";
import { holder } from "./member-caches.ts";
import { isElsewhere } from "./referrer.ts";
import { worker } from "./worker-scope.ts";

export const isShare = ({ method, mode, url, referrer }: Request): boolean =>
  method === "POST" && mode === "navigate" && new URL(url).pathname === sharePath && !isElsewhere(referrer);

/** Stores the photos and redirects to the tool, or to the batch page for several. */
export async function takeShare(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => null);
  const files = (form?.getAll("photo") ?? []).filter((value) => value instanceof File && value.size > 0) as File[];
  const [first] = files;
  if (!first) return to(sharedHere("empty"));
  if (first.size > maxUploadBytes && files.length === 1) return to(sharedHere("too-large"));
  try {
    await keepSharedPhotos({ files: files.map(named), member: await holder() });
  } catch {
    return to(sharedHere("no-room"));
  }
  return to(files.length > 1 ? severalSharedHere : sharedHere(null));
}

const to = (path: string) => Response.redirect(new URL(path, worker.location.href), 303);

/** Some apps share files without an extension, which type detection needs. */
function named(file: File): File {
  const known = photoExtensions.some((extension) => file.name.toLowerCase().endsWith(extension));
  const extension = photoExtensions.find((each) => each === `.${file.type.replace(/^image\//, "")}`);
  return known || !extension ? file : new File([file], `${file.name || "photo"}${extension}`, { type: file.type });
}
