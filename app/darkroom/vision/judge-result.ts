import sharp from "sharp";
import { readSubjectBox } from "../../tools/subject-box.ts";
import type { Recipe } from "../../transformations/image-generator.ts";
import { decodePhoto } from "../decode.ts";
import type { Photo } from "../work.ts";
import type { Plane } from "../pixels/plane.ts";
import type { Face } from "./faces.ts";
import { lostFaces } from "./gate.ts";
import { seePhoto, type Sight } from "./sight.ts";

export interface JudgeTask {
  recipe: Recipe;
  /** JPEG, PNG or WebP. */
  photo: Uint8Array;
  result: Uint8Array;
}

/** `unclear`: the cut-out damages a face. */
export type Verdict = "fine" | "face-lost" | "unclear";

/** Px; the face networks use 192. */
const analysisSide = 1280;

/**
 * Checks that a generated result shows every face and that a cut-out damages none. Returns `fine` if the recipe may
 * hide faces or an image cannot be decoded.
 */
export async function judgeResult({ recipe, photo: photoBytes, result }: JudgeTask): Promise<Verdict> {
  if (!expectsFaces(recipe)) return "fine";
  const [photo, picture] = [await decodePhoto(photoBytes, analysisSide), await decodePhoto(result, analysisSide)];
  if (!photo || !picture) return "fine";
  const [before, after] = [await seePhoto(photo, null), await seePhoto(picture, null)];
  const expected = (await before.faces()).filter(insideBox(recipe["subject"], photo));
  if (expected.length === 0) return "fine";
  const isCutOut = recipe["mode"] === "remove";
  const lost = lostFaces(expected, await after.faces());
  if (lost.length > 0) {
    if (recipe.tool === "art-style" && (await headsAreThere(lost, before, after))) return "fine";
    return isCutOut ? "unclear" : "face-lost";
  }
  if (!isCutOut) return "fine";
  const alpha = await alphaOf(result, picture);
  const found = (await after.faces()).slice(0, expected.length);
  return found.every((face) => solidShare(face, alpha) >= leastSolid) ? "fine" : "unclear";
}

/** Camera angles and poses. */
const mayHideFaces = new Set(["back", "side", "side-profile", "describe"]);

function expectsFaces(recipe: Recipe): boolean {
  if (recipe.tool !== "portrait-studio") return true;
  return !mayHideFaces.has(String(recipe["angle"])) && !mayHideFaces.has(String(recipe["pose"]));
}

function insideBox(drawn: unknown, { width, height }: Photo): (face: Face) => boolean {
  const box = typeof drawn === "string" ? readSubjectBox(drawn) : null;
  if (!box) return () => true;
  return ({ centre: { x, y } }) => {
    const [across, down] = [(100 * x) / width, (100 * y) / height];
    return across >= box.left && across <= box.left + box.width && down >= box.top && down <= box.top + box.height;
  };
}

const leastOfHead = 0.4;

/** The face network may miss faces in strong styles. Styles move nothing, so the people network checks each head. */
async function headsAreThere(faces: readonly Face[], before: Sight, after: Sight): Promise<boolean> {
  const [people, drawn] = [await before.people(), await after.people()];
  return faces.every((face) => {
    const [was, is] = [meanAround(face, before.photo, people), meanAround(face, before.photo, drawn)];
    return is >= leastOfHead * was;
  });
}

function meanAround({ centre, size }: Face, photo: Photo, map: Plane): number {
  const [across, down] = [map.width / photo.width, map.height / photo.height];
  return meanWithin(map, { x: centre.x * across, y: centre.y * down }, (size / 3) * across, (size / 3) * down);
}

const leastSolid = 0.95;
const solidFrom = 0.9;

function solidShare({ centre, size }: Face, alpha: Plane): number {
  // Uses an ellipse, because the box's corners are hair and background.
  const solid: Plane = { ...alpha, data: alpha.data.map((value) => (value >= solidFrom ? 1 : 0)) };
  return meanWithin(solid, centre, 0.38 * size, 0.45 * size);
}

function meanWithin({ width, height, data }: Plane, centre: Face["centre"], across: number, down: number): number {
  let [sum, count] = [0, 0];
  for (let y = Math.max(0, Math.floor(centre.y - down)); y <= Math.min(height - 1, centre.y + down); y += 1) {
    for (let x = Math.max(0, Math.floor(centre.x - across)); x <= Math.min(width - 1, centre.x + across); x += 1) {
      if (((x - centre.x) / across) ** 2 + ((y - centre.y) / down) ** 2 > 1) continue;
      sum += data[y * width + x] ?? 0;
      count += 1;
    }
  }
  return count === 0 ? 0 : sum / count;
}

async function alphaOf(image: Uint8Array, { width, height }: Photo): Promise<Plane> {
  const alpha = await sharp(image)
    .ensureAlpha()
    .resize(width, height, { fit: "fill" })
    .extractChannel(3)
    .raw()
    .toBuffer();
  return { width, height, data: Float32Array.from(alpha, (value) => value / 255) };
}
