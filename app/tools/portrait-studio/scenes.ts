import type { Option } from "../tool.ts";

export type SceneCategory = "outdoor" | "indoor" | "studio";

const scene = <Id extends string>(id: Id, name: string, category: SceneCategory) =>
  ({ id, name, category, media: { picture: `/pictures/scene-${id}.webp`, width: 240, height: 300 } }) as const;

/** docs/product/specification.md, "Portrait Studio". */
export const scenes = [
  scene("garden-paradise", "Garden Paradise", "outdoor"),
  scene("urban-architecture", "Urban Architecture", "outdoor"),
  scene("beach-sunset", "Beach Sunset", "outdoor"),
  scene("mountain-view", "Mountain View", "outdoor"),
  scene("forest-path", "Forest Path", "outdoor"),
  scene("city-park", "City Park", "outdoor"),
  scene("lakeside", "Lakeside", "outdoor"),
  scene("desert-landscape", "Desert Landscape", "outdoor"),
  scene("cozy-living-room", "Cozy Living Room", "indoor"),
  scene("modern-office", "Modern Office", "indoor"),
  scene("luxury-hotel-lobby", "Luxury Hotel Lobby", "indoor"),
  scene("modern-kitchen", "Modern Kitchen", "indoor"),
  scene("elegant-restaurant", "Elegant Restaurant", "indoor"),
  scene("home-library", "Home Library", "indoor"),
  scene("conference-room", "Conference Room", "indoor"),
  scene("bedroom-suite", "Bedroom Suite", "indoor"),
  scene("clean-white-studio", "Clean White Studio", "studio"),
  scene("elegant-gray-studio", "Elegant Gray Studio", "studio"),
] as const satisfies readonly (Option & { category: SceneCategory })[];

export type SceneId = (typeof scenes)[number]["id"];
