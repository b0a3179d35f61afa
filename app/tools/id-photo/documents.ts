import { type DocumentId, documentList, type ListedDocument } from "./document-list.ts";

export interface Range {
  readonly least: number;
  readonly most: number;
}

/**
 * An authority's requirements for a photo. Lengths in mm of the print; `head` from chin to `headTo`; `eyes` above the
 * lower edge, only if the authority states it. `pixels` is the digital file.
 */
interface Rule {
  readonly pixels: { readonly width: number; readonly height: number };
  readonly head: Range;
  /** The skull's top without hair, or the hair's top. */
  readonly headTo: "crown" | "hair";
  readonly eyes?: Range;
  /** kB of 1000 bytes. */
  readonly kilobytes?: { readonly least?: number; readonly most: number };
  /** A note for the member. */
  readonly remark?: string;
  readonly source: {
    readonly authority: string;
    /** Address of the page, which was read as a stored copy. */
    readonly page: string;
    readonly read: string;
    /** Null when the page is the authority's own and states every figure; otherwise the figures from other sources. */
    readonly unconfirmed: string | null;
  };
}

export type IdDocument = ListedDocument & Rule;

const read = "2026-11-23";
/** 35 × 45 mm at 600 dpi. */
const standard = { width: 827, height: 1063 };
/** 70 to 80 % of 45 mm: ICAO Doc 9303. */
const icaoHead = { least: 31.5, most: 36 };

const rules: Record<DocumentId, Rule> = {
  "nigeria-passport": {
    pixels: standard,
    head: icaoHead,
    headTo: "crown",
    kilobytes: { least: 100, most: 500 },
    remark: "Passport offices in Nigeria take the photo themselves; missions and the online form may ask for yours.",
    source: {
      authority: "Nigeria Immigration Service",
      page: "https://passportphotofactory.com/nigeria-passport-visa-photo-requirements",
      read,
      unconfirmed:
        "Size, white and kB are from photo services, one of which says light, not white; the head is ICAO's 70 to 80 %.",
    },
  },
  "nigeria-visa": {
    pixels: standard,
    head: icaoHead,
    headTo: "crown",
    source: {
      authority: "Nigeria Immigration Service",
      page: "https://www.ivisa.com/photo/blog/nigerian-passport-visa-photo-requirements-and-size",
      read,
      unconfirmed: "Size and background are from a visa service; the head is the 70 to 80 % of ICAO.",
    },
  },
  "icao-35x45": {
    pixels: standard,
    head: icaoHead,
    headTo: "crown",
    remark: "Many forms and offices take this size. Read the form first.",
    source: {
      authority: "International Civil Aviation Organization, Doc 9303",
      page: "https://www.mfa.gov.bt/passport/photograph-requirements/",
      read,
      unconfirmed: "Doc 9303 was read as Bhutan's foreign ministry and travellers' pages quote it.",
    },
  },
  "waec-gce": {
    pixels: { width: 275, height: 314 },
    head: { least: 25, most: 32 },
    headTo: "crown",
    kilobytes: { least: 7, most: 15 },
    remark: "The file must have exactly 275 × 314 pixels.",
    source: {
      authority: "West African Examinations Council",
      page: "https://xigna.io/blog/waec-gce-registration-for-private-candidates-second-series-2024",
      read: "2026-11-24",
      unconfirmed:
        "Pixels are from a guide of 2024; kB and white from a copy of the rules of 2013; the head and the print are ours.",
    },
  },
  "ghana-passport-visa": {
    pixels: standard,
    head: icaoHead,
    headTo: "crown",
    remark: "In Ghana the passport office takes the photo itself. Missions abroad ask for printed ones.",
    source: {
      authority: "Missions of Ghana: passport-size photos, full face, on a plain background",
      page: "https://www.paris.embassy.gov.gh/consular-services/passport-renewal/",
      read: "2026-11-24",
      unconfirmed:
        "No mission states a size. 35 × 45 mm and that changed photos are refused are from visa services; white and the head are ICAO's.",
    },
  },
  "kenya-passport": {
    pixels: standard,
    head: { least: 31.5, most: 35 },
    headTo: "crown",
    source: {
      authority: "Directorate of Immigration Services",
      page: "https://www.jua-kenya.com/kenyan-passport-photo-requirements",
      read: "2026-11-24",
      unconfirmed: "Size, grey and at most 35 mm for the head are from photo services; the least head is ICAO's 70 %.",
    },
  },
  ibps: {
    pixels: { width: 200, height: 230 },
    head: { least: 28, most: 34 },
    headTo: "crown",
    kilobytes: { least: 20, most: 50 },
    remark: "Banks' forms take this file. A form that asks for a print states its own size.",
    source: {
      authority: "Institute of Banking Personnel Selection",
      page: "https://ibpspo2017online.blogspot.com/2017/08/instructions-for-how-to-scan-upload.html",
      read: "2026-11-24",
      unconfirmed:
        "Pixels and kB are from a copy of the notice of 2017, repeated in 2026; the head and the print are ours.",
    },
  },
  "us-passport-visa": {
    pixels: { width: 1200, height: 1200 },
    head: { least: 25.4, most: 34.9 },
    headTo: "hair",
    eyes: { least: 28.6, most: 34.9 },
    kilobytes: { most: 240 },
    source: {
      authority: "U.S. Department of State",
      page: "http://travel.state.gov/visa/guide/guide_3882.html",
      read,
      unconfirmed:
        "The page gives pixels and kB; head and eyes are as ustraveldocs.com prints them for the department.",
    },
  },
  "uk-passport": {
    pixels: standard,
    head: { least: 29, most: 34 },
    headTo: "crown",
    kilobytes: { least: 50, most: 10_000 },
    remark: "For an online application HM Passport Office crops the photo itself: send your own photo there.",
    source: {
      authority: "HM Passport Office",
      page: "https://funandflip.com/news-detail/what-are-the-uk-passport-photo-requirements-everything-you-need-to-know.html",
      read,
      unconfirmed: "All figures are from pages that repeat gov.uk.",
    },
  },
  "schengen-visa": {
    pixels: standard,
    head: { least: 32, most: 36 },
    headTo: "crown",
    remark: "Some consulates, Italy's for one, refuse retouched photos.",
    source: {
      authority: "Consulates of the Schengen states",
      page: "http://passport-photos.net/category/schengen-visapassport/",
      read,
      unconfirmed: "The head is from a photo service; German and Italian missions confirm 35 × 45 mm and 70 to 80 %.",
    },
  },
  "canada-passport": {
    pixels: { width: 1181, height: 1654 },
    head: { least: 31, most: 36 },
    headTo: "crown",
    remark: "A commercial photographer must take and sign the photo, so use this one to see how it will look.",
    source: {
      authority: "Immigration, Refugees and Citizenship Canada",
      page: "https://123passportphoto.com/?country=CA",
      read,
      unconfirmed: "All figures are from pages that repeat canada.ca.",
    },
  },
  "canada-visa": {
    pixels: standard,
    head: { least: 31, most: 36 },
    headTo: "crown",
    kilobytes: { most: 4_000 },
    source: {
      authority: "Immigration, Refugees and Citizenship Canada",
      page: "https://talentsolutioncanada.com/photo-req/",
      read,
      unconfirmed: "All figures are from pages that repeat canada.ca.",
    },
  },
  "india-passport": {
    pixels: { width: 630, height: 810 },
    head: { least: 36, most: 38.2 },
    headTo: "crown",
    source: {
      authority: "Ministry of External Affairs, rules of 1 September 2025",
      page: "https://www.arabianbusiness.com/industries/travel-hospitality/india-new-passport-rules",
      read,
      unconfirmed: "A newspaper quotes the Consulate General in Dubai; 35 × 45 mm is the print with the same shape.",
    },
  },
  "south-africa-passport": {
    pixels: standard,
    head: icaoHead,
    headTo: "crown",
    source: {
      authority: "Department of Home Affairs, passport and ID photograph specifications",
      page: "https://www.hitpages.com/doc/4511782613811200/2/",
      read,
      unconfirmed: "The department's leaflet was read as a copy.",
    },
  },
  "kenya-visa": {
    pixels: { width: 500, height: 500 },
    head: { least: 25, most: 35 },
    headTo: "crown",
    kilobytes: { most: 200 },
    source: {
      authority: "Directorate of Immigration Services",
      page: "https://www.kenyanevisa.com/kenyan-photo-requirements/",
      read,
      unconfirmed: "Pixels and kB are from visa services, which do not agree on the print; the head is ours.",
    },
  },
};

export const idDocuments: readonly IdDocument[] = documentList.map((each) => ({ ...each, ...rules[each.id] }));

export const documentOf = (id: string | undefined): IdDocument | undefined =>
  idDocuments.find((each) => each.id === id);

export const backgroundColours = { white: "#FFFFFF", "light grey": "#E3E5E7" } as const;
