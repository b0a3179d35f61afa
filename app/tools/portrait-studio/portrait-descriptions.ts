import type { Attire, CameraAngle, Gender, Pose } from "./portrait-options.ts";

export const attireDescriptions: Record<Exclude<Attire, "maintain">, string> = {
  formal: "formal dress for a ceremony: a well-cut dark suit or an equally formal gown or traditional robe",
  casual: "neat casual clothes: a plain well-fitting shirt or top, no logos",
  business: "business clothes: a tailored blazer over a plain shirt or blouse",
  evening: "elegant evening dress in a rich dark fabric",
  sport: "clean modern sportswear, no logos",
};

export const genderDescriptions: Record<Gender, string> = { male: "a man", female: "a woman" };

export const poseDescriptions: Record<Exclude<Pose, "maintain" | "describe">, string> = {
  "confident-stand": "standing upright and confident, shoulders square to the camera, arms relaxed",
  "crossed-arms": "standing with the arms crossed loosely over the chest",
  "hand-in-pocket": "standing relaxed with one hand in a trouser pocket",
  "leaning-forward": "leaning slightly forward towards the camera, attentive",
  "side-profile": "turned sideways, the face in profile",
  "sitting-professional": "sitting upright on a plain chair, hands resting on the thighs",
  "elegant-stand": "standing elegantly, weight on one leg, shoulders slightly turned",
  "hand-on-hip": "standing with one hand on the hip",
  "arms-behind-back": "standing with both arms behind the back",
  "leaning-slightly": "leaning slightly to one side, relaxed",
  "sitting-elegant": "sitting elegantly on a plain chair, legs together, hands in the lap",
};

export const angleDescriptions: Record<Exclude<CameraAngle, "maintain" | "describe">, string> = {
  front: "straight from the front at eye level",
  side: "from the side at eye level, the person in profile",
  "three-quarter": "from a three-quarter angle at eye level, both eyes visible",
  low: "from below, the camera at waist height looking up",
  high: "from above, the camera over head height looking down",
  "close-up": "as a close-up of head and shoulders",
  wide: "as a wide shot, the person smaller, with much of the scene around them",
  back: "from behind: the back of the head and the shoulders, the face not visible",
};
