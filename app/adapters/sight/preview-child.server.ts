import sharp from "sharp";
import { serveTasks } from "../../server/child-processes/serve-tasks.server.ts";
import type { FacePlace } from "../../photos/inspection/photo-inspection.ts";
import { decodePhoto } from "../../darkroom/decode.ts";
import { measurePortrait, type PortraitMeasures } from "../../darkroom/id-photo/measure-portrait.ts";
import { type DrawnPreview, drawPreview, seeForPreviews } from "../../darkroom/previews/draw-preview.ts";
import { adviseOnFaces, type FaceNotice } from "../../darkroom/vision/advice.ts";
import type { Pose, PoseNet, SaliencyNet } from "../../darkroom/vision/onnx-nets.ts";
import { type Sight, seePhoto } from "../../darkroom/vision/sight.ts";
import type { NetTask } from "./onnx-child.server.ts";

export type PreviewTask =
  | { do: "look-at-faces"; image: Uint8Array }
  | { do: "measure-portrait"; image: Uint8Array }
  | { do: "find-largest-face"; image: Uint8Array }
  | { do: "draw-previews"; photoId: string; image: Uint8Array };

export type PreviewQuestion = { about: "next-option" } | NetTask;

/** Px: the face networks use 192, so a larger size adds nothing. */
const analysisSide = 1280;

sharp.concurrency(1);
sharp.cache(false);

let lastSeen: { photoId: string; sight: Sight } | null = null;

export type Seen = FaceNotice[] | { measures: PortraitMeasures | null } | { face: FacePlace | null } | null;

serveTasks<PreviewTask, Seen, DrawnPreview>(async (task, { post, ask }) => {
  if (task.do === "measure-portrait") return measureForIdPhoto(task.image);
  if (task.do === "look-at-faces") return findFaceNotices(task.image);
  if (task.do === "find-largest-face") return findLargestFace(task.image);
  const question = (asked: PreviewQuestion) => ask(asked);
  const saliency: SaliencyNet = async (rgb) => (await question({ net: "saliency", rgb })) as Float32Array | null;
  const pose: PoseNet = async (rgb) => (await question({ net: "pose", rgb })) as Pose | null;
  let option = await question({ about: "next-option" });
  if (typeof option !== "string") return null;
  const sight = await seenBefore(task, { saliency, pose });
  while (typeof option === "string") {
    for (const preview of await drawnOf(sight, option)) post(preview);
    option = await question({ about: "next-option" });
  }
  return null;
});

/** A failed effect affects only its own tile. */
async function drawnOf(sight: Sight | null, option: string): Promise<DrawnPreview[]> {
  if (!sight) return [{ option, webp: null }];
  return drawPreview(sight, option).catch((error: unknown) => [{ option, webp: null, failure: String(error) }]);
}

async function seenBefore(
  { photoId, image }: Extract<PreviewTask, { do: "draw-previews" }>,
  { saliency, pose }: { saliency: SaliencyNet; pose: PoseNet },
): Promise<Sight | null> {
  if (lastSeen?.photoId === photoId) return lastSeen.sight;
  const sight = await seeForPreviews(image, saliency, pose);
  lastSeen = sight && { photoId, sight };
  return sight;
}

async function findFaceNotices(image: Uint8Array): Promise<FaceNotice[] | null> {
  const seen = await seeForAdvice(image);
  return seen && adviseOnFaces(await seen.sight.faces(), seen.sight.photo, seen.enlarged);
}

async function measureForIdPhoto(image: Uint8Array): Promise<{ measures: PortraitMeasures | null } | null> {
  const seen = await seeForAdvice(image);
  return seen && { measures: await measurePortrait(seen.sight, seen.enlarged) };
}

/** `enlarged`: size of the stored photo divided by the copy's. Null for a broken file. */
async function seeForAdvice(image: Uint8Array): Promise<{ sight: Sight; enlarged: number } | null> {
  const [photo, { width, height }] = [await decodePhoto(image, analysisSide), await sharp(image).metadata()];
  if (!photo) return null;
  const enlarged = Math.max(width, height) / Math.max(photo.width, photo.height);
  return { sight: await seePhoto(photo, null), enlarged };
}

async function findLargestFace(image: Uint8Array): Promise<{ face: FacePlace | null } | null> {
  const seen = await seeForAdvice(image);
  if (!seen) return null;
  const { photo } = seen.sight;
  const [face] = await seen.sight.faces();
  return {
    face: face
      ? { x: face.centre.x / photo.width, y: face.centre.y / photo.height, size: face.size / photo.width }
      : null,
  };
}
