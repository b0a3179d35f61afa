/**
 * Shrinks a photo on the device before it is sent (docs/product/specification.md, "Constants and limits": fits 1920 ×
 * 1920, re-encoded as JPEG, quality 0.7 above 5 MB, 0.8 above 2 MB, otherwise 0.9). Where the person asked their
 * browser to save data, it is 1600 px and WebP.
 */
export interface Shrunk {
  blob: Blob;
  /** What it is called on the way: the photo's own name with the ending of what is sent. */
  fileName: string;
}

const megabyte = 1024 * 1024;

/**
 * The photo as it is sent: shrunk, upright, without its metadata; or as it is, when this browser cannot open it (HEIC
 * in most) or would not make it smaller. The server decides about it either way.
 * @throws when the file cannot be read any more.
 */
export async function shrinkPhoto(file: File, saveData: boolean): Promise<Shrunk> {
  const whole = { blob: file, fileName: file.name };
  // Also tells at once that a file has gone, which is no reason to send it.
  await file.slice(0, 1).arrayBuffer();
  const picture = await opened(file);
  if (!picture) return whole;
  const blob = await encode(picture, saveData ? 1600 : 1920, saveData ? [savingWebp, jpegFor(file)] : [jpegFor(file)]);
  if (!blob || blob.size >= file.size) return whole;
  return { blob, fileName: file.name.replace(/\.[a-z0-9]+$/i, "") + (blob.type === "image/webp" ? ".webp" : ".jpg") };
}

interface Encoding {
  type: string;
  quality: number;
}

const savingWebp: Encoding = { type: "image/webp", quality: 0.68 };

const jpegFor = ({ size }: File): Encoding => ({
  type: "image/jpeg",
  quality: size > 5 * megabyte ? 0.7 : size > 2 * megabyte ? 0.8 : 0.9,
});

/** More pixels than this the server does not take either, and a phone should not unpack. */
const maxPixels = 120_000_000;

/** The photo as the browser shows it, upright, not unpacked yet; null for what it cannot show. */
async function opened(file: File): Promise<HTMLImageElement | null> {
  const image = new Image();
  const src = URL.createObjectURL(file);
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
      image.src = src;
    });
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(src);
  }
  return image.naturalWidth * image.naturalHeight <= maxPixels ? image : null;
}

/** The picture within `side` × `side`, in the first encoding this browser knows. */
async function encode(picture: HTMLImageElement, side: number, encodings: Encoding[]): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(picture.naturalWidth, picture.naturalHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(picture.naturalHeight * scale));
  const context = canvas.getContext("2d");
  if (!context) return null;
  // What is transparent would turn black in a JPEG.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  for (const { type, quality } of encodings) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    // A browser that does not know a type answers with PNG.
    if (blob?.type === type) return blob;
  }
  return null;
}
