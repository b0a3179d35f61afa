import { type Region } from "../opencv/filters.ts";
import { loadOpenCv } from "../opencv/opencv.ts";
import type { Photo } from "../photo.ts";
import type { Plane } from "../pixels/plane.ts";
import { type Face, findFaces } from "./faces.ts";
import { findSubject, type Subject } from "./find-subject.ts";
import { lookForPeople } from "./people-map.ts";
import type { ThingsNet } from "./things-net.ts";

/**
 * What the nets see in one photo. Each part is worked out when it is first asked for and kept, so that several effects
 * or previews of a photo share one seeing.
 */
export interface Sight {
  readonly photo: Photo;
  /** Largest first. */
  faces(): Promise<readonly Face[]>;
  /** The people's net on the whole photo: 0 to 1, at most 640 px long. */
  people(): Promise<Plane>;
  /** Null when there is nothing that stands out. Within a frame nothing outside of it is looked at or found. */
  subject(frame?: Region): Promise<Subject | null>;
}

/** Loads OpenCV, so that the filters can be used as soon as it has resolved. */
export async function seePhoto(photo: Photo, things: ThingsNet | null): Promise<Sight> {
  await loadOpenCv();
  const faces = once(() => findFaces(photo));
  const whole = { left: 0, top: 0, width: photo.width, height: photo.height };
  const subjects = new Map<string, Promise<Subject | null>>();
  return {
    photo,
    faces,
    people: once(() => lookForPeople(photo, whole)),
    subject: (frame) => {
      const key = JSON.stringify(frame ?? null);
      const found = subjects.get(key) ?? faces().then((all) => findSubject(photo, { faces: all, things, frame }));
      subjects.set(key, found);
      return found;
    },
  };
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
