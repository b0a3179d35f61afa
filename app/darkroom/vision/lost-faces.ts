import type { Face } from "./faces.ts";

/** Smaller ones are passers-by. */
const leastOfLargest = 0.4;
/** Less sure ones may be patterns. */
const surely = 0.7;
/** Change of relative size when people move. */
const mostChange = 2.5;

/**
 * Compares only number and relative sizes of faces, because a result may be reframed. Ignores unsure and small faces;
 * new faces are fine.
 */
export function lostFaces(ofPhoto: readonly Face[], ofResult: readonly Face[]): Face[] {
  const expected = peopleOf(ofPhoto);
  const left = ofResult.toSorted(bySize);
  const scale = (left[0]?.size ?? 1) / (expected[0]?.size ?? 1);
  return expected.filter((face) => {
    const match = left.findIndex(({ size }) => {
      const change = size / (face.size * scale);
      return change < mostChange && change > 1 / mostChange;
    });
    if (match >= 0) left.splice(match, 1);
    return match < 0;
  });
}

export function peopleOf(faces: readonly Face[]): Face[] {
  const sure = faces.filter(({ sureness }) => sureness >= surely).toSorted(bySize);
  return sure.filter(({ size }) => size >= leastOfLargest * (sure[0]?.size ?? 0));
}

const bySize = (one: Face, other: Face) => other.size - one.size;
