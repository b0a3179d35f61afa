import sharp from "sharp";
import { z } from "zod";

const ratios = [
  "1:1",
  "1:4",
  "1:8",
  "2:3",
  "3:2",
  "3:4",
  "4:1",
  "4:3",
  "4:5",
  "5:4",
  "8:1",
  "9:16",
  "16:9",
  "21:9",
] as const;
const sizes = { "1K": 1024, "2K": 2048, "4K": 4096 } as const;

const partSchema = z.union([
  z.strictObject({ text: z.string() }),
  z.strictObject({
    inlineData: z.strictObject({ mimeType: z.enum(["image/jpeg", "image/png", "image/webp"]), data: z.base64() }),
  }),
]);

/** https://ai.google.dev/api/generate-content; unknown fields are refused, like there. */
export const requestSchema = z.strictObject({
  contents: z.tuple([z.strictObject({ role: z.literal("user").optional(), parts: z.array(partSchema).min(1) })]),
  generationConfig: z.strictObject({
    responseModalities: z.array(z.enum(["TEXT", "IMAGE"])),
    imageConfig: z
      .strictObject({ aspectRatio: z.enum(ratios), imageSize: z.enum(["1K", "2K", "4K"]) })
      .partial()
      .optional(),
    candidateCount: z.literal(1).optional(),
  }),
});
export type GenerateContentRequest = z.infer<typeof requestSchema>;

/** The picture formats of a model's answer. */
export type Make = "png" | "jpeg" | "webp" | "transparent png";

/**
 * Null when the request's picture cannot be decoded, or is blank. A `thorough` result has the requested size, and its
 * subject lies on the key colour that the prompt names; a `headless` one is painted over where heads usually are.
 */
export async function makePicture(
  request: GenerateContentRequest,
  make: Make,
  { thorough = false, headless = false }: { thorough?: boolean | undefined; headless?: boolean } = {},
): Promise<Buffer | null> {
  const { parts } = request.contents[0];
  const photo = parts.find((part) => "inlineData" in part);
  const { aspectRatio = "1:1", imageSize = "1K" } = request.generationConfig.imageConfig ?? {};
  const [across = 1, down = 1] = aspectRatio.split(":").map(Number);
  // Half as wide and high as the real ones, so that tests are quick.
  const scale = sizes[imageSize] / Math.sqrt(across * down) / (thorough ? 1 : 2);
  const [width, height] = [Math.round(across * scale), Math.round(down * scale)];
  try {
    const source = sharp(Buffer.from(photo?.inlineData.data ?? "", "base64"), { failOn: "error" });
    const { entropy } = await source
      .clone()
      .resize(64, 64)
      .toBuffer()
      .then((small) => sharp(small).stats());
    if (entropy === 0) return null;
    const whole = source.resize(width, height, { fit: "cover" }).tint("#fc8");
    const wall = { create: { width, height: Math.round((height * 2) / 3), channels: 3, background: "#cba" } } as const;
    const picture = headless
      ? sharp(
          await whole
            .composite([{ input: wall, left: 0, top: 0 }])
            .png()
            .toBuffer(),
        )
      : whole;
    const key = thorough && keyColourIn(parts.map((part) => ("text" in part ? part.text : "")).join("\n"));
    if (key) {
      const subject = `<svg width="${width}" height="${height}"><ellipse cx="50%" cy="55%" rx="35%" ry="42%"/></svg>`;
      const cut = picture.ensureAlpha().composite([{ input: Buffer.from(subject), blend: "dest-in" }]);
      return await sharp(await cut.png().toBuffer())
        .flatten({ background: key })
        .png()
        .toBuffer();
    }
    if (make === "transparent png") return await picture.ensureAlpha(0.5).png().toBuffer();
    return await picture.toFormat(make, { quality: 95 }).toBuffer();
  } catch {
    return null;
  }
}

const keyColourIn = (words: string) => /key colour is [^,]+, (#[0-9A-F]{6})\b/.exec(words)?.[1] ?? null;

/** The body of a response with a picture. */
export const answerWith = (data: Buffer, make: Make) =>
  answer({
    content: {
      role: "model",
      parts: [
        { text: "Here is your picture." },
        {
          inlineData: { mimeType: make.endsWith("png") ? "image/png" : `image/${make}`, data: data.toString("base64") },
        },
      ],
    },
    finishReason: "STOP",
    index: 0,
  });

/** The body of a response with this candidate, or none. */
export const answer = (candidate?: object, promptFeedback?: object) => ({
  ...(candidate ? { candidates: [candidate] } : {}),
  ...(promptFeedback ? { promptFeedback } : {}),
  usageMetadata: { promptTokenCount: 1300, candidatesTokenCount: 1680, totalTokenCount: 2980 },
  modelVersion: "a-model",
  responseId: "x0FjaZ",
});

/** An error as Google's APIs describe it (https://google.aip.dev/193). */
export const errorBody = (code: number, status: string, message: string, details: object[] = []) => ({
  error: { code, message, status, ...(details.length ? { details } : {}) },
});
