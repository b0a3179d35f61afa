import { sceneLights, type SceneLight } from "../../tools/portrait-studio/scene-light.ts";
import type { SceneId } from "../../tools/portrait-studio/scenes.ts";

export interface Stage extends SceneLight {
  readonly centre: number;
  /** Null behind furniture or water. */
  readonly floor: Floor | null;
  /** Unit vector to the main light: x right, y down, z away. */
  readonly key: { readonly x: number; readonly y: number; readonly z: number };
}

export type Floor = "smooth" | "asphalt" | "sand" | "grass";

const places: Record<SceneId, readonly [centre: number, floor: Floor | null]> = {
  "garden-paradise": [0.55, null],
  "urban-architecture": [0.55, "asphalt"],
  "beach-sunset": [0.58, null],
  "mountain-view": [0.42, "grass"],
  "forest-path": [0.52, null],
  "city-park": [0.44, "asphalt"],
  lakeside: [0.4, null],
  "desert-landscape": [0.4, "sand"],
  "cozy-living-room": [0.6, null],
  "modern-office": [0.5, null],
  "luxury-hotel-lobby": [0.5, null],
  "modern-kitchen": [0.42, null],
  "elegant-restaurant": [0.5, null],
  "home-library": [0.64, null],
  "conference-room": [0.4, null],
  "bedroom-suite": [0.5, null],
  "clean-white-studio": [0.5, "smooth"],
  "elegant-gray-studio": [0.42, "smooth"],
};

/** A side view's light comes from its side. */
export type LightSide = "left" | "right" | null;

export function stageOf(scene: SceneId, side: LightSide = null): Stage {
  const [centre, floor] = places[scene];
  const own: SceneLight = sceneLights[scene];
  const light = side ? { ...own, keyDegrees: side === "left" ? 20 : 160, keyToFill: own.keyToFill + 1.2 } : own;
  const turn = (light.keyDegrees * Math.PI) / 180;
  const across = Math.sqrt(1 - light.keyDepth * light.keyDepth);
  return {
    ...light,
    centre,
    floor,
    key: { x: -Math.cos(turn) * across, y: -Math.sin(turn) * across, z: light.keyDepth },
  };
}

export function mirrored(stage: Stage): Stage {
  return { ...stage, centre: 1 - stage.centre, key: { ...stage.key, x: -stage.key.x } };
}
