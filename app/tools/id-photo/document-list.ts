/** Data for pages that offer the documents; their rules are in documents.ts. Sizes in mm of the print. */
export const documentList = [
  {
    id: "nigeria-passport",
    name: "Nigeria passport",
    size: { width: 35, height: 45 },
    background: "white",
    refusesEdits: false,
  },
  {
    id: "nigeria-visa",
    name: "Nigeria visa",
    size: { width: 35, height: 45 },
    background: "white",
    refusesEdits: false,
  },
  {
    id: "icao-35x45",
    name: "35 × 45 mm, any country",
    size: { width: 35, height: 45 },
    background: "white",
    refusesEdits: false,
  },
  {
    id: "waec-gce",
    name: "WAEC private candidates",
    size: { width: 35, height: 40 },
    background: "white",
    refusesEdits: false,
  },
  {
    id: "ghana-passport-visa",
    name: "Ghana passport or visa",
    size: { width: 35, height: 45 },
    background: "white",
    refusesEdits: true,
  },
  {
    id: "kenya-passport",
    name: "Kenya passport",
    size: { width: 35, height: 45 },
    background: "light grey",
    refusesEdits: false,
  },
  {
    id: "kenya-visa",
    name: "Kenya online visa or eTA",
    size: { width: 50, height: 50 },
    background: "white",
    refusesEdits: false,
  },
  {
    id: "south-africa-passport",
    name: "South Africa passport or ID",
    size: { width: 35, height: 45 },
    background: "light grey",
    refusesEdits: false,
  },
  {
    id: "us-passport-visa",
    name: "United States passport or visa",
    size: { width: 50.8, height: 50.8 },
    background: "white",
    refusesEdits: true,
  },
  {
    id: "uk-passport",
    name: "United Kingdom passport",
    size: { width: 35, height: 45 },
    background: "light grey",
    refusesEdits: true,
  },
  {
    id: "schengen-visa",
    name: "Schengen visa",
    size: { width: 35, height: 45 },
    background: "light grey",
    refusesEdits: false,
  },
  {
    id: "canada-passport",
    name: "Canada passport",
    size: { width: 50, height: 70 },
    background: "white",
    refusesEdits: true,
  },
  {
    id: "canada-visa",
    name: "Canada visa or permit",
    size: { width: 35, height: 45 },
    background: "white",
    refusesEdits: true,
  },
  {
    id: "india-passport",
    name: "India passport",
    size: { width: 35, height: 45 },
    background: "white",
    refusesEdits: true,
  },
  {
    id: "ibps",
    name: "India bank exams (IBPS)",
    size: { width: 40, height: 46 },
    background: "white",
    refusesEdits: false,
  },
] as const satisfies readonly ListedDocument[];

export interface ListedDocument {
  readonly id: string;
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly background: "white" | "light grey";
  /** True where the authority refuses photos that software has changed. */
  readonly refusesEdits: boolean;
}

export type DocumentId = (typeof documentList)[number]["id"];

export const listedDocument = (id: string | undefined): ListedDocument | undefined =>
  documentList.find((each) => each.id === id);

/** For example "35 × 45 mm". */
export const sizeText = ({ size }: ListedDocument): string => `${size.width} × ${size.height} mm`;

/** mm, portrait. */
export const papers = [
  { id: "10x15", name: "10 × 15 cm", width: 100, height: 150 },
  { id: "a4", name: "A4", width: 210, height: 297 },
] as const;

export type Paper = (typeof papers)[number];
