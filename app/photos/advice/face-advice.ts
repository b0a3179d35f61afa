import type { FaceNotice } from "../../darkroom/vision/advice.ts";

export type FaceUse = "portrait" | "cut-out";

const sentences: Record<
  FaceUse,
  { [Kind in FaceNotice["kind"]]: (notice: FaceNotice & { kind: Kind }) => string | null }
> = {
  portrait: {
    none: () => "We see no face in this photo. A portrait needs one.",
    several: ({ count }) => `We see ${count} faces: all of them will be in the portrait.`,
    small: ({ pixels }) => `The face is small (${pixels} px). A closer photo gives a sharper portrait.`,
    dark: () => "The face is dark. A photo taken facing the light gives a better portrait.",
    cut: () => "The face touches the edge of the photo. One with space around the head gives a better portrait.",
  },
  "cut-out": {
    none: () => null,
    several: ({ count }) => `We see ${count} faces: all of them will stay in the picture.`,
    small: () => null,
    dark: () => "The face is dark. In a brighter photo the edge of the hair is found more exactly.",
    cut: () => "The face touches the edge of the photo, and will before the new background too.",
  },
};

export function faceSentences(notices: readonly FaceNotice[], use: FaceUse): string[] {
  return notices.flatMap((notice) => sentenceFor(notice, use) ?? []);
}

function sentenceFor<Kind extends FaceNotice["kind"]>(notice: FaceNotice & { kind: Kind }, use: FaceUse) {
  const kind: Kind = notice.kind;
  return sentences[use][kind](notice);
}
