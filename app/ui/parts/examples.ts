import type { MemberHeader } from "../../account/frame/member-header.server.ts";
import type { RecentItem } from "../../gallery/dashboard/overview.server.ts";
import type { GalleryPlace } from "../../gallery/gallery-address.ts";
import type { GalleryItem } from "../../gallery/gallery-item.server.ts";
import type { Picture } from "../../photos/picture.ts";
import type { TransactionRow } from "../../account/settings/history-tab.tsx";
import type { Toast } from "../toasts/toast.tsx";

const picture: Picture = {
  src: "/pictures/gallery-720.webp",
  smallest: "/pictures/gallery-360.webp",
  srcSet: "/pictures/gallery-360.webp 360w, /pictures/gallery-720.webp 720w",
  width: 720,
  height: 900,
  placeholder: "data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==",
  transparent: false,
};

export const item: GalleryItem = {
  id: "0f8fad5b-d9cb-469f-a165-70867728950e",
  name: "Ọjà day",
  day: "Yesterday",
  time: "20:14",
  facts: "20 Nov, 20:14 · 1 gem",
  status: "completed",
  progress: 100,
  neededNothing: false,
  cancelled: false,
  remark: null,
  picture,
  path: "#completed",
  download: "#download",
};

export const items: GalleryItem[] = [
  item,
  {
    ...item,
    id: "processing",
    name: "At work",
    status: "processing",
    progress: 65,
    remark: "Your gem is held until it is done.",
    download: null,
  },
  {
    ...item,
    id: "failed",
    name: "A name that is much longer than the space for it in any of these places",
    status: "failed",
    remark: "It took too long and was stopped. Please try again. Your gem was returned.",
    picture: null,
    path: null,
    download: null,
  },
  {
    ...item,
    id: "nothing",
    name: "Well lit",
    status: "failed",
    neededNothing: true,
    cancelled: false,
    remark: "This photo is already well lit. Nothing was charged.",
    download: null,
  },
  { ...item, id: "transparent", name: "Cut out", picture: { ...picture, transparent: true } },
];

export const recent: RecentItem[] = items.map((shown) => ({
  ...shown,
  shortName: shown.name.length > 12 ? `${shown.name.slice(0, 12)}…` : shown.name,
  remark: "2 hours ago",
}));

export const galleryPage: GalleryPlace = { view: "grid", search: "", tool: "", before: null };

export const member: MemberHeader = {
  id: item.id,
  email: "adaeze.okafor@example.com",
  displayName: "Adaeze Okafor",
  avatarUrl: null,
  gems: 12,
};

export const toasts: Toast[] = [
  { id: "done", kind: "success", title: "Transformation complete!", text: "" },
  { id: "failed", kind: "error", title: "Download failed", text: "Could not download the image. Please try again." },
];

export const transactions: TransactionRow[] = [
  {
    id: "1",
    type: "Purchase",
    amount: "+8 gems",
    gained: true,
    description: "Starter purchase - 8 gems (Paystack Ref: 1-starter-NGN)",
    date: "Nov 20, 2026, 8:14 PM",
    receipt: "1-starter-NGN",
    note: null,
  },
  {
    id: "2",
    type: "Usage",
    amount: "\u22121 gem",
    gained: false,
    description: "No description",
    date: "Nov 19, 2026, 7:02 AM",
    receipt: null,
    note: null,
  },
];
