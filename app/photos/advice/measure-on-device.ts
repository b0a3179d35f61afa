import { measurePhoto, rasterSide } from "./measure-photo.ts";
import { adviceFor, allAdvice } from "./photo-advice.ts";

export async function measureOnDevice(photo: Blob, needsSubject: boolean): Promise<string[] | null> {
  const picture = await createImageBitmap(photo).catch(() => null);
  if (!picture) return null;
  const { width, height } = picture;
  const scale = Math.min(1, rasterSide / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const { data: pixels } = context.getImageData(0, 0, canvas.width, canvas.height);
  const measures = measurePhoto({ pixels, width: canvas.width, height: canvas.height });
  return allAdvice(adviceFor({ width, height }, measures), needsSubject);
}
