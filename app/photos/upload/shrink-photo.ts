/** A photo within docs/product/specification.md, "Constants and limits"; with Save-Data 1600 px and WebP. */
export interface Shrunk {
  blob: Blob;
  fileName: string;
}

const megabyte = 1024 * 1024;

/** Returns the file itself if this browser cannot open or shrink it. @throws when the file is no longer readable. */
export async function shrinkPhoto(file: File, saveData: boolean): Promise<Shrunk> {
  const whole = { blob: file, fileName: file.name };
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

const maxPixels = 120_000_000;

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

async function encode(picture: HTMLImageElement, side: number, encodings: Encoding[]): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(picture.naturalWidth, picture.naturalHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(picture.naturalHeight * scale));
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  for (const { type, quality } of encodings) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    if (blob?.type === type) return blob;
  }
  return null;
}
