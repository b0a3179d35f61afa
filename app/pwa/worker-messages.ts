/** What pages and the service worker say to each other, and the names of what they share on the device. */

/** Which member an answer was made for: an opaque key of theirs, made in server/http/member-key.server.ts. */
export const memberHeader = "Photogem-Member";

/** Its value where somebody came with a session, and identity could not be asked who. */
export const unknownMember = "unknown";

/** A page stands, and the line has nothing to do. */
export interface PageReady {
  type: "PAGE_READY";
  /** The key of the member the page was made for; null for a visitor's. */
  member: string | null;
}

/** Pictures a member sees on a page of theirs, to be shown to them without a line. */
export interface KeepPictures {
  type: "KEEP_PICTURES";
  /** The key of the member the page was made for. */
  member: string;
  pictures: OfferedPicture[];
  /** These are all there are; otherwise they come before those kept already. */
  all: boolean;
}

export interface OfferedPicture {
  /** Where it is, the smallest first; paths under /images/. */
  sources: string[];
  name: string;
  /** When it was made, in words. */
  facts: string;
}

/** A picture that is on the device. */
export interface KeptPicture {
  src: string;
  name: string;
  facts: string;
}

/** Every cache that holds a member's things is called this and their key. */
export const privatePrefix = "private-";

/** Under which the list of kept pictures stands in its member's cache. */
export const pictureListPath = "/offline/pictures";

/** Not seen for this long, they are not shown any more, ms: thirty days. */
export const keptPicturesForMs = 2_592_000_000;

/** On which the worker tells open pages that it has sent kept forms. */
export const keptFormsChannel = "kept-forms";
