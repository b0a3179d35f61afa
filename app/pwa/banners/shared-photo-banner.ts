import { forgetSharedPhoto, severalSharedPhotos, sharedPhotoFor } from "../shared-photo.ts";
import { severalSharedPhotosPath, sharedPhotoPath } from "../share-address.ts";
import { icon, showBanner } from "./banner.ts";

const markup = (what: string, it: string, to: string) =>
  `${icon("M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4")}<p class="banner-text"><b>The ${what} waiting</b></p><div class="banner-act"><a class="btn btn-primary btn-sm" href="${to}">Open ${it}</a><button class="btn btn-quiet btn-sm" type="button" data-do="forget">Discard</button></div>`;

/** Links to a shared photo that still waits, as after confirming an account by mail. */
export async function offerSharedPhoto(member: string): Promise<void> {
  if (new URLSearchParams(location.search).has("shared") || !(await sharedPhotoFor(member))) return;
  const forget = () => {
    hide();
    forgetSharedPhoto().catch(() => {});
  };
  const waiting = (await severalSharedPhotos())
    ? markup("photos you shared are", "them", severalSharedPhotosPath)
    : markup("photo you shared is", "it", sharedPhotoPath(null));
  const hide = showBanner({ name: "Shared photo", markup: waiting, acts: { forget } });
}
