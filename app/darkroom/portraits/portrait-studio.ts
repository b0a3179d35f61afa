import type { PortraitRecipe } from "../../tools/recipe.ts";
import { readSubjectBox } from "../../tools/subject-box.ts";
import { type Box, type CutOut, cutOut, unclearBelow } from "../cut-out/cut-out.ts";
import type { OnProgress, Photo, Work } from "../work.ts";
import { type Face, findFaces, isFaceAt, type Point } from "../vision/faces.ts";
import type { Sight } from "../vision/sight.ts";
import { expose } from "../looks/expose.ts";
import { measureScene } from "../looks/measure-scene.ts";
import { curveSteps, planLook, underLight } from "../looks/plan-look.ts";
import { cropForAngle, horizonShiftFor, leanFor, leanPicture, lightSideFor } from "./angles.ts";
import { portraitOnOwnBackground } from "./own-background.ts";
import { type Placed, placeInScene } from "./place-in-scene.ts";
import { planPortrait, type PortraitPlan } from "./portrait-plan.ts";
import { measureSitters, type Sitters } from "./sitters.ts";
import { stageOf } from "./stages.ts";
import { brightness } from "./tones.ts";
import { type Plane, rowsOf, smoothstep } from "../pixels/plane.ts";
import { type Area, partOfPhoto } from "./part-of-photo.ts";

/** 0 to 100: crisp enough for hair, soft enough to hide the cut. */
const edges = 35;
const longest = 1600;
const [cutDone, placedDone] = [0.55, 0.9];

const unclear = (detail: string): Work => ({ ok: false, problem: "unclear", detail });
const rejected = (detail: string): Work => ({ ok: false, problem: "rejected", detail });

/**
 * Places people in a scene or before their own background; notes name deviations. `unclear` when unsure without a box,
 * or when a face would be lost.
 */
export async function portraitStudio(sight: Sight, recipe: PortraitRecipe, onProgress: OnProgress): Promise<Work> {
  const plan = planPortrait(recipe);
  if (!plan) return rejected("The recipe names no scene or angle the darkroom has.");
  const box = recipe.subject ? readSubjectBox(recipe.subject) : undefined;
  if (box === null) return rejected("The box around the subject is none.");
  if (!plan.scene && !plan.softened) return ownBackground(sight, plan, null, onProgress);

  onProgress(0.05);
  const cut = await cutOut(sight, { edges, box });
  if (!box && cut.confidence < unclearBelow) return unclear("The person cannot be told from the background.");
  onProgress(cutDone);
  if (!plan.scene) return ownBackground(sight, plan, cut, onProgress);

  const subjects = cut.faces.filter(({ centre }) => !box || isInBox(centre, box, sight.photo));
  if (cutFaces(subjects, cut.alpha).length > 0) return unclear("The cut-out lost a part of a face.");
  const sitters = measureSitters(await inGoodLight(sight), cut.alpha, subjects);
  if (!sitters) return unclear("There is nobody in the cut-out.");
  const crop = cropForAngle(plan.angle);
  const placed = await placeInScene(sitters, plan.scene, {
    longest,
    ...(crop ? { crop } : {}),
    light: lightSideFor(plan.angle),
    horizonShift: horizonShiftFor(plan.angle),
  });
  onProgress(placedDone);
  const missing = await missingFaces(sitters.faces, placed.picture, placed.frame);
  if (missing.length > 0) return unclear("A face of the photo is not found again in the portrait.");
  const lean = leanFor(plan.angle);
  const picture = lean ? leanPicture(placed.picture, lean) : placed.picture;
  return delivered(picture, [...plan.notes, ...frameNotes(plan, sitters, placed)]);
}

/** Stops of light that a photo lacks, and the share of the natural look's light that people get at most. */
const [lacksFrom, lacksMuch, mostNatural] = [0.5, 1, 0.7];
/** Factor, and the level beyond which no colour is lightened. */
const [mostGain, lightest] = [3, 250];

/** Px of the measured copy; the light on people is soft. */
const measuredSide = 240;

/** The photo, lightened where the scene would show how badly it was lit. */
async function inGoodLight(sight: Sight): Promise<Photo> {
  const scene = await measureScene(sight, measuredSide);
  const { stops, peopleStops } = expose(scene);
  const share = mostNatural * smoothstep(lacksFrom, lacksMuch, stops + peopleStops);
  if (share === 0) return sight.photo;
  const { curve, lightMap } = planLook(scene, "natural");
  const { width, height, data } = sight.photo;
  const lit = new Uint8ClampedArray(data);
  const lights = rowsOf(lightMap, sight.photo);
  for (let y = 0; y < height; y += 1) {
    lightenRow(lit.subarray(y * width * 3, (y + 1) * width * 3), lights(y), curve, share);
  }
  return { width, height, data: new Uint8Array(lit.buffer) };
}

/** Moves tones along the curve, then by the light at their place; highlights keep their colour. */
function lightenRow(row: Uint8ClampedArray, lights: Float32Array, curve: Float32Array, share: number): void {
  for (let x = 0, at = 0; x < lights.length; x += 1, at += 3) {
    const [red, green, blue] = [row[at] ?? 0, row[at + 1] ?? 0, row[at + 2] ?? 0];
    const own = Math.max(1, brightness(red, green, blue)) / 255;
    const tone = curve[Math.round(own * curveSteps)] ?? own;
    const lit = underLight(tone, lights[x] ?? 1);
    const wanted = 1 + share * (Math.min(mostGain, lit / own) - 1);
    const gain = Math.min(wanted, Math.max(1, lightest / Math.max(1, red, green, blue)));
    row[at] = red * gain;
    row[at + 1] = green * gain;
    row[at + 2] = blue * gain;
  }
}

function isInBox({ x, y }: Point, box: Box, { width, height }: Photo): boolean {
  const [across, down] = [(100 * x) / width - box.left, (100 * y) / height - box.top];
  return across >= 0 && across <= box.width && down >= 0 && down <= box.height;
}

async function ownBackground(sight: Sight, plan: PortraitPlan, cut: CutOut | null, onProgress: OnProgress) {
  const from = cut ? cutDone : 0;
  const made = await portraitOnOwnBackground(sight, { angle: plan.angle, cut, longest }, (share) =>
    onProgress(from + share * (placedDone - from)),
  );
  if (!made) return unclear("No head was found to move closer to.");
  return delivered(made.picture, [...plan.notes, ...(made.note ? [made.note] : [])]);
}

function delivered(picture: Photo, notes: readonly string[]): Work {
  return { ok: true, picture, ...(notes.length > 0 ? { note: notes.join(" ") } : {}) };
}

function frameNotes({ scene, angle }: PortraitPlan, { faces }: Sitters, { frame }: Placed): string[] {
  if (angle !== "wide" || frame.crop === "full" || !scene) return [];
  if (!stageOf(scene).floor) return ["This scene shows no floor to stand on, so the wide view ends above the knees."];
  const subject = faces.length > 1 ? "everybody" : "you";
  return [`The photo does not show ${subject} from head to feet, so the wide view ends where the photo does.`];
}

/** Smaller ones may be passers-by. */
const leastOfLargest = 0.5;
const surely = 0.7;
const leastCovered = 0.95;
const solidFrom = 0.8;
/** Landmarks of turned heads may lie beside the head. */
const drawnIn = 0.82;
const mostSearched = 3;
const [forehead, chin] = [10, 152];
const searchArea = 2.6;

function mainFaces(faces: readonly Face[]): Face[] {
  const largest = Math.max(0, ...faces.map(({ size }) => size));
  return faces.filter(({ size, sureness }) => size >= leastOfLargest * largest && sureness >= surely);
}

export function cutFaces(faces: readonly Face[], { width, height, data }: Plane): Face[] {
  return mainFaces(faces).filter(({ landmarks, centre }) => {
    const places = landmarks.map((point) => ({
      x: Math.floor(centre.x + (point.x - centre.x) * drawnIn),
      y: Math.floor(centre.y + (point.y - centre.y) * drawnIn),
    }));
    const inside = places.filter(({ x, y }) => x >= 0 && y >= 0 && x < width && y < height);
    const solid = inside.filter(({ x, y }) => (data[y * width + x] ?? 0) > solidFrom);
    return solid.length < leastCovered * inside.length;
  });
}

/** `frame` is the part of the photo that the picture shows. */
export async function missingFaces(faces: readonly Face[], picture: Photo, frame: Area): Promise<Face[]> {
  const main = mainFaces(faces);
  const outside = main.filter(({ centre, landmarks }) => {
    const isOutside = ({ x, y }: Point) => {
      const [across, down] = [(x - frame.left) / frame.width, (y - frame.top) / frame.height];
      return across < 0 || down < 0 || across > 1 || down > 1;
    };
    // A forehead beyond the photo's own edge cannot be shown.
    const edges = [forehead, chin].flatMap((index) => landmarks[index] ?? []).filter(({ y }) => y >= 0);
    return isOutside(centre) || edges.some(({ x, y }) => y < frame.top + frame.height && isOutside({ x, y }));
  });
  if (outside.length > 0 || main.length === 0 || main.length > mostSearched) return outside;
  const missing: Face[] = [];
  for (const face of main) {
    const place = placed(face, picture, frame);
    if (!(await isFaceAt(picture, place)) && !(await isSeenClosely(picture, place))) missing.push(face);
  }
  return missing;
}

type Place = Pick<Face, "centre" | "size" | "turn">;

function placed({ centre, size, turn }: Face, { height }: Photo, frame: Area): Place {
  const scale = height / frame.height;
  const [x, y] = [(centre.x - frame.left) * scale, (centre.y - frame.top) * scale];
  return { centre: { x, y }, size: size * scale, turn };
}

async function isSeenClosely(picture: Photo, { centre, size }: Place): Promise<boolean> {
  const side = size * searchArea;
  const area = { left: centre.x - side / 2, top: centre.y - side / 2, width: side, height: side };
  return (await findFaces(partOfPhoto(picture, area, { width: 384, height: 384 }))).length > 0;
}
