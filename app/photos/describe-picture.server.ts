import sharp from "sharp";

// In the process that answers people: one thread at a time, and nothing kept.
sharp.concurrency(1);
sharp.cache(false);

/** Size in px and a 16 px WebP as a data URI, for a layout that never moves and a first look that costs no request. */
export async function describePicture(
  bytes: Uint8Array,
): Promise<{ width: number; height: number; placeholder: string }> {
  const image = sharp(bytes);
  const [{ width, height }, small] = await Promise.all([
    image.metadata(),
    image
      .clone()
      .resize(16, 16, { fit: "inside" })
      .flatten({ background: "#fff" })
      .webp({ quality: 20, effort: 4 })
      .toBuffer(),
  ]);
  return { width, height, placeholder: `data:image/webp;base64,${small.toString("base64")}` };
}
