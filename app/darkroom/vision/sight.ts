import { type Region } from "../opencv/filters.ts";
import { loadOpenCv } from "../opencv/opencv.ts";
import type { Photo } from "../work.ts";
import type { Plane } from "../pixels/plane.ts";
import { type Face, findFaces } from "./faces.ts";
import { findSubject, type Subject } from "./find-subject.ts";
import { splitPosters } from "./background-within.ts";
import { once } from "./nets.ts";
import { segmentPeople } from "./people-map.ts";
import type { PoseNet, SaliencyNet } from "./onnx-nets.ts";

/** The networks' views of one photo, computed on first use and shared by effects. */
export interface Sight {
  readonly photo: Photo;
  /** Largest first, without portraits on banners. */
  faces(): Promise<readonly Face[]>;
  /** 0 to 1, at most 640 px. */
  people(): Promise<Plane>;
  /** Null without a subject. A frame limits the search. */
  subject(frame?: Region): Promise<Subject | null>;
}

export async function seePhoto(
  photo: Photo,
  saliency: SaliencyNet | null,
  pose: PoseNet | null = null,
): Promise<Sight> {
  await loadOpenCv();
  const found = once(() => findFaces(photo));
  const whole = { left: 0, top: 0, width: photo.width, height: photo.height };
  const subjects = new Map<string, Promise<Subject | null>>();
  return {
    photo,
    faces: once(async () => splitPosters(await found()).people),
    people: once(() => segmentPeople(photo, whole)),
    subject: (frame) => {
      const key = JSON.stringify(frame ?? null);
      const subject = subjects.get(key) ?? findSubject(photo, { faces: found, saliency, pose, frame });
      subjects.set(key, subject);
      return subject;
    },
  };
}
