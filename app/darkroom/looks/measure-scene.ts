import { boxBlur, resizePlane, shrinkWithin } from "../opencv/filters.ts";
import type { Photo } from "../work.ts";
import { clamp, emptyPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import type { Face } from "../vision/faces.ts";
import type { Sight } from "../vision/sight.ts";
import { areaAbove, certainty } from "../vision/soft-map.ts";
import { linearOf, lumaOf } from "../pixels/colour.ts";
import { type Cast, castOn, measureCast, neutralise } from "./measure-cast.ts";
import { type EyeWhite, mapFaces, measureEyeWhite, measureSkin, type Skin } from "./measure-faces.ts";
import { type Haze, measureHaze, measureTones, type Tones } from "./measure-tones.ts";

export interface Scene {
  readonly luma: Plane;
  /** 0 to 1, animals included. */
  readonly people: Plane;
  /** 0 to 1 in faces, soft at their rims; null without any. */
  readonly faces: Plane | null;
  readonly skin: Skin | null;
  readonly skins: readonly Skin[];
  readonly eyeWhite: EyeWhite | null;
  readonly cast: Cast;
  /** Share of the cast per place, 0 to 1. */
  readonly castMap: Plane;
  readonly haze: Haze;
  /** Mean of strongest minus weakest primary, 0 to 1. */
  readonly colour: number;
  readonly tones: Tones;
}

/** Px of the longer side. */
const measuredSide = 400;
const leastFace = 0.022;
const leastFaceForEyes = 90;
/** Share of the largest face; smaller ones are in the background. */
const leastOfLargest = 0.5;

/** Measures a copy of `side` px. */
export async function measureScene(sight: Sight, side = measuredSide): Promise<Scene> {
  const { photo } = sight;
  const small = shrinkWithin(photo, side);
  const { width, height } = small;
  const longer = Math.max(photo.width, photo.height);
  const faces = (await sight.faces()).filter(({ size }) => size > leastFace * longer);
  const faceMap = faces.length > 0 ? mapFaces(faces, width, height, width / photo.width) : null;
  const skinOf = (face: Face, gains: readonly number[]) =>
    measureSkin(small, mapFaces([face], width, height, width / photo.width), gains) ?? [];
  const largest = Math.max(0, ...faces.map(({ size }) => size));
  const people = peopleIn(resizePlane(await sight.people(), small), faces.length > 0);
  const eyeWhite = measureEyeWhite(
    photo,
    faces.filter(({ size }) => size >= leastFaceForEyes),
  );
  const cast = measureCast(small, faceMap && measureSkin(small, faceMap, [1, 1, 1]), eyeWhite);
  const castMap = mapCast(small, cast);
  const { luma, weakest, colour } = tonesWithout(small, cast, castMap);
  const haze = measureHaze(weakest, luma, people);
  const clear = emptyPlane(width, height);
  for (let at = 0; at < clear.data.length; at += 1) {
    const through = 1 - 0.6 * (haze.thickness.data[at] ?? 0);
    clear.data[at] = clamp(0, haze.air - (haze.air - (luma.data[at] ?? 0)) / through, 1);
  }
  return {
    luma,
    people,
    faces: faceMap && boxBlur(boxBlur(faceMap, 2), 2),
    skin: faceMap && measureSkin(small, faceMap, cast.gains),
    skins: faces.filter(({ size }) => size > leastOfLargest * largest).flatMap((face) => skinOf(face, cast.gains)),
    eyeWhite,
    cast,
    castMap,
    haze,
    colour,
    tones: measureTones(clear, people, faceMap),
  };
}

function peopleIn(map: Plane, hasFaces: boolean): Plane {
  const trust = hasFaces ? 1 : smoothstep(0.5, 0.75, certainty(map)) * smoothstep(0.01, 0.04, areaAbove(map, 0.5));
  const clear = { ...map, data: map.data.map((value) => trust * smoothstep(0.25, 0.75, value)) };
  return boxBlur(boxBlur(clear, 2), 2);
}

function tonesWithout(small: Photo, cast: Cast, castMap: Plane) {
  const { width, height, data } = neutralise(small, cast, castMap);
  const [luma, weakest] = [emptyPlane(width, height), emptyPlane(width, height)];
  let colour = 0;
  for (let at = 0, from = 0; at < luma.data.length; at += 1, from += 3) {
    const red = (data[from] ?? 0) / 255;
    const green = (data[from + 1] ?? 0) / 255;
    const blue = (data[from + 2] ?? 0) / 255;
    const least = Math.min(red, green, blue);
    luma.data[at] = lumaOf(red, green, blue);
    weakest.data[at] = least;
    colour += Math.max(red, green, blue) - least;
  }
  return { luma, weakest, colour: colour / luma.data.length };
}

function mapCast({ width, height, data }: Photo, cast: Cast): Plane {
  const map = emptyPlane(width, height);
  const light = (at: number) => linearOf[data[at] ?? 0] ?? 0;
  for (let at = 0; at < map.data.length; at += 1) {
    map.data[at] = castOn(cast, light(at * 3), light(at * 3 + 1), light(at * 3 + 2));
  }
  return boxBlur(boxBlur(map, 3), 3);
}
