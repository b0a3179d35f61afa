import sharp from "sharp";

interface Transformation {
  width?: number;
  format?: "jpg" | "webp" | "avif";
  quality?: "auto" | number;
  background?: "white";
  crop?: "limit";
  flags: ("original" | "strip_profile")[];
}

/** Applies a transformation to a stored file. Null when it is none that Cloudinary, or this server, understands. */
export async function transform(file: Buffer, text: string): Promise<Buffer | null> {
  const asked = parse(text);
  if (!asked) return null;
  if (asked.flags.includes("original") || text === "") return file;
  const { width, format, quality, background, crop } = asked;
  if (width !== undefined && crop !== "limit") return null;
  let image = sharp(file).resize({ ...(width ? { width } : {}), withoutEnlargement: true });
  if (background) image = image.flatten({ background });
  const options = quality === "auto" || quality === undefined ? {} : { quality };
  if (format === "jpg") return image.jpeg(options).toBuffer();
  if (format === "webp") return image.webp(options).toBuffer();
  if (format === "avif") return image.avif({ ...options, effort: 0 }).toBuffer();
  return image.toBuffer();
}

function parse(text: string): Transformation | null {
  const asked: Transformation = { flags: [] };
  for (const part of text.split(",").filter(Boolean)) {
    const value = /^[a-z]+_(.+)$/.exec(part)?.[1] ?? "";
    if (/^w_\d+$/.test(part)) asked.width = Number(value);
    else if (part === "c_limit") asked.crop = "limit";
    else if (value === "jpg" || value === "webp" || value === "avif") asked.format = value;
    else if (/^q_(auto|\d+)$/.test(part)) asked.quality = value === "auto" ? "auto" : Number(value);
    else if (part === "b_white") asked.background = "white";
    else if (value === "original" || value === "strip_profile") asked.flags.push(value);
    else return null;
  }
  return asked;
}
