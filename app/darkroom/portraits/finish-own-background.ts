import { enhance } from "../looks/surprise-me.ts";
import type { Photo } from "../photo.ts";
import type { FeasibleAngle } from "./choose-angle.ts";
import { viewPhoto } from "./view-photo.ts";
import { probableFace } from "./find-face.ts";
import { measureSubject } from "./measure-subject.ts";
import { leanPicture } from "./perspective.ts";
import { portraitFinish } from "./portrait-finish.ts";
import { shrinkPhoto } from "../pixels/shrink-photo.ts";
import type { FindCut, Portrait } from "./make-portrait.ts";
import { framingFor, leanFor, lightSideFor } from "./portrait-framing.ts";
import type { OnProgress } from "../work.ts";

/** A cut-out this long on its longer side, in pixels, shows where a head is; that is all a crop needs. */
const smallSide = 640;

/** A portrait before its own background: framed, enhanced, with light that stays on the person. Null when unclear. */
export async function finishOwnBackground(
  photo: Photo,
  angle: FeasibleAngle,
  findCut: FindCut,
  onProgress: OnProgress,
): Promise<Portrait | null> {
  const framed = angle === "close-up" ? await closeUp(photo, findCut) : { picture: photo, remarks: [] };
  if (!framed) return null;
  const start = angle === "close-up" ? 0.5 : 0;
  onProgress(start);
  const enhanced = await enhance(framed.picture);
  onProgress(0.9);
  const finished = portraitFinish(enhanced, { centre: probableFace(enhanced), from: lightSideFor(angle) });
  const lean = leanFor(angle);
  return { picture: lean ? leanPicture(finished, lean) : finished, remarks: framed.remarks };
}

async function closeUp(photo: Photo, findCut: FindCut): Promise<Portrait | null> {
  const cut = await findCut(shrinkPhoto(photo, smallSide));
  const subject = cut && measureSubject(cut.alpha);
  if (!subject) return null;
  const { area, size, remarks } = framingFor({ scene: null, softened: false, angle: "close-up" }, subject, photo);
  return { picture: area ? await viewPhoto(photo, area, size) : photo, remarks };
}
