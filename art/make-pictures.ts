/**
 * Makes the product's own pictures in public/pictures, every "after" by the built-in engine itself, and the engine's
 * copies of the scenes:
 *
 *   node art/make-pictures.ts <art> [landing] [cards] [styles] [scenes] [icons]
 *
 * where <art> is the folder that art/make.sh renders to: `photos/photo_<name>.jpg` (the everyday photos, for all but
 * the scenes and the icons) and `backdrops/<scene>.png` (only scenes that are to change). Without parts all are made. Run it again
 * whenever an effect shown in them changes.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { createDarkroom } from "../app/adapters/embedded/darkroom/darkroom.server.ts";
import { makeAppIcons } from "./pictures/app-icons.ts";
import { makeCardPictures } from "./pictures/card-pictures.ts";
import { makeLandingPictures } from "./pictures/landing-pictures.ts";
import { makeScenePictures } from "./pictures/scene-pictures.ts";
import { makeStyleThumbnails } from "./pictures/style-thumbnails.ts";

const [art, ...asked] = process.argv.slice(2);
if (!art)
  throw new Error("usage: node art/make-pictures.ts <folder of the artwork> [landing|cards|styles|scenes|icons]…");
const publicFolder = join(import.meta.dirname, "../public");
const pictureFolder = join(publicFolder, "pictures");
const isAsked = (part: string) => asked.length === 0 || asked.includes(part);

const darkroom = createDarkroom({ log: pino({ level: "silent" }) });
try {
  await mkdir(pictureFolder, { recursive: true });
  // First: the others show scenes.
  if (isAsked("scenes")) await makeScenePictures(art, pictureFolder);
  if (isAsked("landing")) await makeLandingPictures(art, publicFolder, darkroom);
  if (isAsked("cards")) await makeCardPictures(art, publicFolder, darkroom);
  if (isAsked("styles")) await makeStyleThumbnails(art, pictureFolder);
  if (isAsked("icons")) await makeAppIcons(publicFolder);
} finally {
  await darkroom.close();
}
