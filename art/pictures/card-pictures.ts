import { pictures } from "../../app/ui/artwork/pictures.ts";
import type { ImageGenerator } from "../../app/transformations/image-generator.ts";
import { cropped, developed } from "./photos.ts";
import { encode, tiled } from "./encode.ts";
import { sceneFile } from "./scene-pictures.ts";

/** The pictures of the tools' cards on the dashboard. The studio's shows two of its scenes, wider than any portrait. */
export async function makeCardPictures(art: string, publicFolder: string, darkroom: ImageGenerator): Promise<void> {
  const fruit = await cropped(art, "fruit_bowl", { left: 200, top: 350, width: 2600, height: 1462 });
  const painted = await developed(darkroom, fruit, { tool: "art-style", style: "watercolor", intensity: 90 });
  await encode(publicFolder, "fruit", await tiled(pictures.fruit, [fruit, painted], { columns: 1 }));

  const portrait = await cropped(art, "portrait", { left: 0, top: 450, width: 2160, height: 1215 });
  const replaced = await developed(darkroom, portrait, {
    tool: "background-engine",
    mode: "replace",
    replacement: "gradient-backdrop",
    gradient: "blue-purple",
    edges: 40,
  });
  await encode(publicFolder, "portrait", await tiled(pictures.portrait, [portrait, replaced], { columns: 1 }));

  const places = [sceneFile("home-library"), sceneFile("mountain-view")];
  await encode(publicFolder, "places", await tiled(pictures.places, places, { columns: 1 }));
}
