import { scenes, type SceneId } from "../../tools/portrait-studio/scenes.ts";

/** Before the bar: words that name a scene; after it: words that go with it. */
const keywords: Record<SceneId, string> = {
  "garden-paradise": "garden gardens botanical roses orchard greenhouse | flower flowers blossom blossoms bloom rose",
  "urban-architecture":
    "street city urban downtown skyscraper skyscrapers town avenue | buildings building architecture traffic road",
  "beach-sunset":
    "beach ocean sea seaside seashore shore coast tropical | sunset sand palm palms waves island sundown dusk",
  "mountain-view": "mountain mountains alps peak summit himalaya | snow snowy hill hills meadow valley",
  "forest-path": "forest woods woodland jungle rainforest | trees path trail nature mist",
  "city-park": "park | city lawn bench grass playground picnic",
  lakeside: "lake lakeside lakeshore pond river riverside | boat sailboat dock pier water",
  "desert-landscape": "desert dune dunes sahara savanna savannah | sand dry camel camels",
  "cozy-living-room": "living lounge sofa couch fireplace | home house cozy cosy candles apartment",
  "modern-office": "office workplace coworking startup workspace | desk desks work computer computers",
  "luxury-hotel-lobby": "hotel lobby palace ballroom mansion | chandelier marble luxury luxurious reception columns",
  "modern-kitchen": "kitchen | cooking cook stove counter",
  "elegant-restaurant": "restaurant bistro cafe café bar | dining dinner candlelight waiter wine",
  "home-library": "library bookshelf bookshelves bookstore bookshop books | book study reading",
  "conference-room": "conference boardroom meeting | presentation business company corporate",
  "bedroom-suite": "bedroom bed | suite pillows sleep",
  "clean-white-studio": "passport | white plain clean bright studio",
  "elegant-gray-studio": "headshot | gray grey dark studio neutral backdrop",
};

const [naming, accompanying] = [2, 1];
const enough = 2;

/** Null without a clear match. Ignores words after "no", "not" or "without". */
export function sceneFor(text: string): SceneId | null {
  const words = wordsOf(text);
  const scores = scenes
    .map(({ id }) => ({ id, score: scoreOf(id, words) }))
    .sort((one, other) => other.score - one.score);
  const [best, next] = scores;
  if (!best || best.score < enough || best.score === next?.score) return null;
  return best.id;
}

function scoreOf(id: SceneId, described: Set<string>): number {
  const [names = "", companions = ""] = keywords[id].split("|");
  const count = (list: string) => list.split(" ").filter((word) => described.has(word)).length;
  return naming * count(names) + accompanying * count(companions);
}

function wordsOf(text: string): Set<string> {
  const all = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const isDenied = (at: number) => [all[at - 1], all[at - 2]].some((word) => /^(no|not|without)$/.test(word ?? ""));
  return new Set(all.filter((_, at) => !isDenied(at)));
}
