import { maxUploadBytes, photoExtensions } from "../../photos/upload/limits.ts";
import { storeSharedPhotos } from "../shared-photo.ts";
import { severalSharedPhotosPath, sharePath, sharedPhotoPath } from "../share-address.ts";
import { cacheOwner } from "./member-caches.ts";
import { worker } from "./worker-scope.ts";

export const isShare = ({ method, mode, url, referrer }: Request): boolean =>
  method === "POST" && mode === "navigate" && new URL(url).pathname === sharePath && !isForeign(referrer);

/** Stores the photos and redirects to the tool, or to the batch page for several. */
export async function takeShare(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => null);
  const files = (form?.getAll("photo") ?? []).filter((value) => value instanceof File && value.size > 0) as File[];
  const [first] = files;
  if (!first) return to(sharedPhotoPath("empty"));
  if (first.size > maxUploadBytes && files.length === 1) return to(sharedPhotoPath("too-large"));
  try {
    await storeSharedPhotos({ files: files.map(named), member: await cacheOwner() });
  } catch {
    return to(sharedPhotoPath("no-room"));
  }
  return to(files.length > 1 ? severalSharedPhotosPath : sharedPhotoPath(null));
}

const to = (path: string) => Response.redirect(new URL(path, worker.location.href), 303);

/** Some apps share files without an extension, which type detection needs. */
function named(file: File): File {
  const known = photoExtensions.some((extension) => file.name.toLowerCase().endsWith(extension));
  const extension = photoExtensions.find((each) => each === `.${file.type.replace(/^image\//, "")}`);
  return known || !extension ? file : new File([file], `${file.name || "photo"}${extension}`, { type: file.type });
}

/** An empty referrer may be foreign or our own; only the server sees `Sec-Fetch-Site`. */
const isForeign = (referrer: string): boolean =>
  /^https?:/.test(referrer) && new URL(referrer).origin !== worker.location.origin;
