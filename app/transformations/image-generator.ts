import type { Look } from "./looks.ts";

/** Port to the image generator: Gemini, or the embedded darkroom. */
export type Recipe = { readonly tool: string } & Readonly<Record<string, unknown>>;

/**
 * Only `busy` and `timeout` are worth a retry. `unclear`: a box drawn round the subject helps. `no-gain`: the change
 * would not show. `face-lost`: every result lost a face. `personal-data`, `too-similar`: blocked for the photo's
 * content, or because the result would copy a known picture. `exhausted`: no more pictures today.
 */
export type GenerationProblem =
  | "blocked"
  | "personal-data"
  | "too-similar"
  | "exhausted"
  | "empty"
  | "rejected"
  | "unclear"
  | "no-gain"
  | "face-lost"
  | "busy"
  | "timeout"
  | "failed";

interface Image {
  image: Uint8Array<ArrayBuffer>;
  mimeType: "image/jpeg" | "image/png";
}

export interface GenerationRequest {
  recipe: Recipe;
  /** Instructions for a generative model; the darkroom reads the recipe instead. */
  prompt: string;
  image: Uint8Array;
  mimeType: "image/jpeg" | "image/png";
  /** The finished portrait, to turn to another angle. */
  finished?: { image: Uint8Array; mimeType: "image/jpeg" | "image/png" } | undefined;
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

export type GenerationOutcome =
  | (Image & {
      ok: true;
      note?: string;
      looks?: (Image & { look: Look })[];
    })
  | {
      ok: false;
      problem: GenerationProblem;
      detail: string;
      /** Milliseconds until the service takes requests again: nothing was made, so waiting uses up no try. */
      retryAfterMs?: number;
    };

export interface ImageGenerator {
  readonly name: string;
  /** The company that receives the photos, and its retention in days; null when no photo leaves our server. */
  readonly model: { company: string; retentionDays: number } | null;
  /** Tools that this server works on itself although a model is connected. */
  readonly ownTools?: readonly string[];
  refuses(recipe: Recipe): string | null;
  generate(request: GenerationRequest): Promise<GenerationOutcome>;
  close(): Promise<void>;
}

/** The model that receives a tool's photos; null when they do not leave this server. */
export const modelFor = ({ model, ownTools }: Pick<ImageGenerator, "model" | "ownTools">, tool: string) =>
  ownTools?.includes(tool) ? null : model;

/** False for ID photos where a model is connected and no darkroom is loaded. */
export const offers = ({ model, ownTools }: Pick<ImageGenerator, "model" | "ownTools">, tool: string): boolean =>
  tool !== "id-photo" || model === null || (ownTools?.includes(tool) ?? false);
