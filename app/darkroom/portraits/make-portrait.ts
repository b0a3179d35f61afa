import { sceneLights, type SceneLight } from "../../tools/portrait-studio/scene-light.ts";
import type { SceneId } from "../../tools/portrait-studio/scenes.ts";
import { lensBlur } from "../backgrounds/lens-blur.ts";
import type { Photo } from "../photo.ts";
import { shrinkPhoto } from "../pixels/shrink-photo.ts";
import { compose } from "./compose.ts";
import type { Cut } from "./cut.ts";
import { viewPhoto } from "./view-photo.ts";
import { type LightMatch, matchLight, sameLight } from "./match-light.ts";
import { measureGrain } from "./measure-grain.ts";
import { measureSubject, type Subject } from "./measure-subject.ts";
import { openScene } from "./open-scene.ts";
import { leanPicture } from "./perspective.ts";
import { groundShadow } from "./shadow.ts";
import { shrinkPlane } from "../pixels/shrink-plane.ts";
import { softenedBackground } from "./soften-background.ts";
import { viewCut } from "./view-cut.ts";
import { finishOwnBackground } from "./finish-own-background.ts";
import { leanFor, lightSideFor, type Framing, framingFor } from "./portrait-framing.ts";
import type { PortraitPlan } from "./portrait-plan.ts";
import type { OnProgress } from "../work.ts";

/** Cuts the subject out of a photo; null when it cannot be told from its background. */
export type FindCut = (photo: Photo) => Promise<Cut | null>;

export interface Portrait {
  picture: Photo;
  /** What came out otherwise than asked, for this very photo; as the plan's remarks. */
  remarks: string[];
}

/** The longer side of the copies on which light and shadow are worked out, in pixels. */
const smallSide = 320;

/** Makes the planned portrait; null when the subject cannot be told from its background. */
export async function makePortrait(
  photo: Photo,
  plan: PortraitPlan,
  findCut: FindCut,
  onProgress: OnProgress,
): Promise<Portrait | null> {
  const keepsBackground = !plan.scene && !plan.softened && plan.angle !== "wide";
  if (keepsBackground) return finishOwnBackground(photo, plan.angle, findCut, onProgress);
  onProgress(0.05);
  const cut = await findCut(photo);
  const subject = cut && measureSubject(cut.alpha);
  if (!cut || !subject) return null;
  onProgress(0.65);
  const framing = framingFor(plan, subject, photo);
  const framed = framing.area ? await viewCut(cut, framing.area, framing.size) : cut;
  const seen = (framing.area && measureSubject(framed.alpha)) || subject;
  const behind = plan.scene
    ? await sceneBehind(plan, plan.scene, framed, seen)
    : await ownBehind(photo, cut, plan, framing);
  onProgress(0.75);
  const picture = composed(plan, framed, seen, behind, measureGrain(photo));
  onProgress(0.95);
  const lean = leanFor(plan.angle);
  return { picture: lean ? leanPicture(picture, lean) : picture, remarks: framing.remarks };
}

/** How the horizon moves with the camera, as a share of the picture's height: it rises with it. */
const horizonShift: Partial<Record<PortraitPlan["angle"], number>> = { low: 0.12, high: -0.12 };

function sceneBehind({ angle }: PortraitPlan, scene: SceneId, { foreground }: Cut, { head }: Subject): Promise<Photo> {
  const headHeight = head.bottom - head.top;
  return openScene(scene, foreground, {
    horizon: sceneLights[scene].horizon,
    // Scenes are seen from 1.5 m, a sitter's chin: eyes are a little above it.
    eyeLine: head.top + headHeight * 0.65 + (horizonShift[angle] ?? 0),
    zoom: Math.min(1.35, Math.max(1, headHeight / 0.3)),
  });
}

/** The photo's own background, out of focus. Where the subject moves, the place it left has to be filled as well. */
async function ownBehind(photo: Photo, { alpha }: Cut, { angle }: PortraitPlan, framing: Framing): Promise<Photo> {
  if (angle === "wide") return softenedBackground(photo, alpha);
  const soft = lensBlur(photo, alpha);
  return framing.area ? viewPhoto(soft, framing.area, framing.size) : soft;
}

function composed({ scene, angle }: PortraitPlan, cut: Cut, seen: Subject, behind: Photo, grain: number): Photo {
  const subject = shrinkPhoto(cut.foreground, smallSide);
  const smallAlpha = shrinkPlane(cut.alpha, subject);
  const light = scene && turnedLight(sceneLights[scene], lightSideFor(angle));
  const match: LightMatch = light ? matchLight(subject, smallAlpha, behind, light) : sameLight(smallAlpha);
  const shadow = light ? groundShadow(smallAlpha, seen, light) : null;
  return compose({ cut, behind, light: match, smallAlpha, shadow, grain });
}

/** For views from the side the scene's light comes from that side, and models more. */
function turnedLight(light: SceneLight, side: "left" | "right" | null): SceneLight {
  if (!side) return light;
  return { ...light, keyDegrees: side === "left" ? 20 : 160, keyToFill: light.keyToFill + 1.2 };
}
