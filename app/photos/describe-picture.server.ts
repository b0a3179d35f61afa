import sharp from "sharp";

sharp.concurrency(1);
sharp.cache(false);

/** Size in px and a 16 px WebP data URI as placeholder. */
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
