import { offerOfflineForms } from "../banners/offline-forms-banner.ts";
import { offerSharedPhoto } from "../banners/shared-photo-banner.ts";
import { registration } from "./after-load.ts";
import { prefetchOnIntent } from "./prefetch-on-intent.ts";

const { member } = document.documentElement.dataset;
if (member) {
  prefetchOnIntent();
  offerOfflineForms(member, registration);
  offerSharedPhoto(member).catch(() => {});
}
