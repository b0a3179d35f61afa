import sharp from "sharp";
import { findFaces } from "../../app/darkroom/vision/faces.ts";
import { loadOpenCv } from "../../app/darkroom/opencv/opencv.ts";
import { decodePhoto } from "../../app/darkroom/decode.ts";

/**
 * Crops a photo and its portrait, both 4:5, so that the face has the same size and place in both: the studio frames anew,
 * and a comparison shows half of each.
 */
export async function alignFaces(photo: Buffer, portrait: Buffer): Promise<[Buffer, Buffer]> {
  await loadOpenCv();
  const [one, other] = [await faceIn(photo), await faceIn(portrait)];
  // In faces: the room that both have on each side.
  const [left, right, top, bottom] = (["left", "right", "top", "bottom"] as const).map((side) =>
    Math.min(one.room[side], other.room[side]),
  ) as [number, number, number, number];
  const width = Math.min(left + right, (top + bottom) * 0.8);
  const height = width / 0.8;
  const from = { left: Math.min(left, width / 2), top: Math.min(top, height * 0.42) };
  const start = { left: Math.max(from.left, width - right), top: Math.max(from.top, height - bottom) };
  return Promise.all(
    [one, other].map(({ picture, face }) =>
      sharp(picture)
        .extract({
          left: Math.max(0, Math.floor(face.centre.x - start.left * face.size)),
          top: Math.max(0, Math.floor(face.centre.y - start.top * face.size)),
          width: Math.floor(width * face.size),
          height: Math.floor(height * face.size),
        })
        .resize(1440, 1800, { fit: "fill" })
        .toBuffer(),
    ),
  ) as Promise<[Buffer, Buffer]>;
}

async function faceIn(picture: Buffer) {
  const photo = await decodePhoto(picture);
  const face = photo && (await findFaces(photo))[0];
  if (!face) throw new Error("no face to align by");
  const { centre, size } = face;
  const room = {
    left: centre.x / size,
    right: (photo.width - centre.x) / size,
    top: centre.y / size,
    bottom: (photo.height - centre.y) / size,
  };
  return { picture, face, room };
}
