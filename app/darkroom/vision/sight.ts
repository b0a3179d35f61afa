import { loadOpenCv } from "../opencv/opencv.ts";
import type { Photo } from "../photo.ts";
import type { Plane } from "../pixels/plane.ts";
import { type Face, findFaces } from "./faces.ts";
import { findSubject, peopleLook, type Subject } from "./find-subject.ts";
import type { ThingsNet } from "./things-net.ts";

/**
 * What the nets see in one photo. Each part is worked out when it is first asked for and kept, so that several effects
 * or previews of a photo share one seeing.
 */
export interface Sight {
  readonly photo: Photo;
  /** Largest first. */
  faces(): Promise<readonly Face[]>;
  /** The people's net on the whole photo: 0 to 1, at most 512 px long. */
  people(): Promise<Plane>;
  /** Null when there is nothing that stands out. */
  subject(): Promise<Subject | null>;
}

/** Loads OpenCV, so that the filters can be used as soon as it has resolved. */
export async function seePhoto(photo: Photo, things: ThingsNet | null): Promise<Sight> {
  await loadOpenCv();
  const faces = once(() => findFaces(photo));
  const whole = { left: 0, top: 0, width: photo.width, height: photo.height };
  return {
    photo,
    faces,
    people: once(() => peopleLook(photo)(whole)),
    subject: once(async () => findSubject(photo, await faces(), things)),
  };
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
