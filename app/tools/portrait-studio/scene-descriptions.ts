import type { SceneId } from "./scenes.ts";

/** Templates described for a model, with the light on a person. Directions are the camera's; see scene-light.ts. */
export const sceneDescriptions: Record<SceneId, string> = {
  "garden-paradise":
    "a lush flower garden with a rose-covered arch behind, beds of pink, violet and yellow blossom in front of it, softly out of focus; clear daylight from the upper right and slightly in front, soft green fill from the leaves",
  "urban-architecture":
    "a city street between tall stone and brick façades with warmly lit shop windows, street trees, wet asphalt and parked cars out of focus; golden low sun from the right and in front, cool blue sky light in the shadows",
  "beach-sunset":
    "a sandy beach at sunset under an orange and violet sky, the sun low over a calm sea at the right and mirrored in wet sand, dark palms at the sides; warm light from behind at the right that rims hair and shoulders, soft dim violet fill from the front",
  "mountain-view":
    "a dry alpine meadow between dark firs, a chain of snow-covered summits under a clear blue sky; bright sun from the upper right and in front, crisp blue shadows",
  "forest-path":
    "a sandy path that leads between tall trees into a bright hazy clearing, ferns at both sides; gentle hazy light from above and behind, soft green fill, hardly any shadow",
  "city-park":
    "a city park with a paved path, mown grass, round leafy trees and a bench, distant towers out of focus; summer daylight from the upper right, slightly from behind, bright green fill",
  lakeside:
    "the shore of a still mountain lake with reeds, a low wooden canoe, a wooden jetty at the right and wooded hills behind; clear daylight from the right and slightly in front, glitter on the water, cool blue shadows",
  "desert-landscape":
    "smooth golden sand dunes with flat-topped acacias and dry scrub under a hazy blue sky; hard low warm sun from the right, long blue shadows",
  "cozy-living-room":
    "a cosy living room in the evening with a brown sofa and coloured cushions, candles, framed pictures and a string of small lights, a dark blue window at the left; warm lamp light from a standard lamp at the right, amber fill",
  "modern-office":
    "a bright open-plan office with white desks, blue chairs, plants and a glass front at the left; large soft daylight from the left, even white ceiling light",
  "luxury-hotel-lobby":
    "a grand hotel lobby with neutral marble columns, a crystal chandelier, a dark walnut panel, low round chairs and a flower arrangement; cool daylight from the upper left, warm lamp light from all sides",
  "modern-kitchen":
    "a bright modern kitchen with a white island, wooden stools, three hanging lamps and green leaves behind a window at the left; large soft daylight from the left, a little warm lamp light from above",
  "elegant-restaurant":
    "an elegant restaurant in the evening with white tablecloths, candles, red upholstery and framed pictures; warm dim lamp light from the upper right and in front, amber fill",
  "home-library":
    "a home library with tall shelves of old books, a leather armchair and a bright narrow window behind, a green banker's lamp; warm lamp light from above at the right, soft amber fill",
  "conference-room":
    "a modern conference room with a long table, black chairs, plants and a large dark screen on a wooden wall; soft neutral ceiling light from the upper left, even fill",
  "bedroom-suite":
    "a calm hotel bedroom with a wide bed, blue headboard, beige walls and two small lit bedside lamps; large soft daylight from a window at the left, a little warm lamp light",
  "clean-white-studio":
    "a clean white photo studio with a seamless white background and the faint blurred light of a tall window at the right; soft bright light from the left and in front, gentle shadow",
  "elegant-gray-studio":
    "a photo studio with a mottled hand-painted grey canvas, one pool of light left of the centre and charcoal towards its edges; soft key light from the upper left and in front, deep gentle shadow on the other side",
};
