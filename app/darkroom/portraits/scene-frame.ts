import { clamp } from "../pixels/smoothstep.ts";

/** All scenes are rendered at this size, in pixels. */
const sceneSize = { width: 1920, height: 1280 } as const;

export interface SceneFraming {
  /** The scene's horizon as a share of its height. */
  horizon: number;
  /** Where the horizon is to be in the picture, as a share of its height. */
  eyeLine: number;
  /** How close: 1 shows as much of the scene as fits, more shows less of it, larger. */
  zoom: number;
}

/**
 * The part of a scene that stands behind a sitter: as wide and high as the picture's ratio allows, divided by `zoom`,
 * placed so that the scene's horizon comes to the picture's eye-line as far as the scene reaches.
 */
export function sceneFrame(picture: { width: number; height: number }, { horizon, eyeLine, zoom }: SceneFraming) {
  const fit = Math.min(sceneSize.width / picture.width, sceneSize.height / picture.height) / zoom;
  const width = Math.min(sceneSize.width, Math.round(picture.width * fit));
  const height = Math.min(sceneSize.height, Math.round(picture.height * fit));
  const top = Math.round(clamp(0, horizon * sceneSize.height - eyeLine * height, sceneSize.height - height));
  const left = Math.round((sceneSize.width - width) / 2);
  return { left, top, width, height };
}
