import type { Face } from "./faces.ts";

/** Faces smaller than this share of the largest one are passers-by, who may be cut away with the background. */
const leastOfLargest = 0.4;
/** Below this sureness the nets may have taken a pattern for a face, which need not come back. */
const surely = 0.7;
/** How much larger or smaller a face may become beside the others when somebody steps forward or back. */
const mostChange = 2.5;

/**
 * The faces of a photo that a picture made from it no longer shows. The picture may be framed anew, drawn anew, and have
 * its people elsewhere: only the number of faces and their sizes beside each other are compared, no places. Faces that
 * the nets were unsure of, and small ones far behind the largest, are not asked for; new faces do no harm.
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

/** The faces of those whom a photo is about, largest first. */
export function peopleOf(faces: readonly Face[]): Face[] {
  const sure = faces.filter(({ sureness }) => sureness >= surely).toSorted(bySize);
  return sure.filter(({ size }) => size >= leastOfLargest * (sure[0]?.size ?? 0));
}

const bySize = (one: Face, other: Face) => other.size - one.size;
