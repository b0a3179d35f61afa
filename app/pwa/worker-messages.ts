export const memberHeader = "Photogem-Member";

/** A session exists, but the identity server did not answer. */
export const unknownMember = "unknown";

export interface PageReady {
  type: "PAGE_READY";
  member: string | null;
}

export interface StorePictures {
  type: "KEEP_PICTURES";
  member: string;
  pictures: OfferedPicture[];
  /** True replaces the stored list, false prepends to it. */
  all: boolean;
}

export interface OfferedPicture {
  sources: string[];
  name: string;
  facts: string;
}

export interface StoredPicture {
  src: string;
  name: string;
  facts: string;
}

export const privatePrefix = "private-";

export const pictureListPath = "/offline/pictures";

/** Thirty days, in ms. */
export const offlinePicturesForMs = 2_592_000_000;

export const offlineFormsChannel = "kept-forms";
