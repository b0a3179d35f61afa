import type { Look } from "./looks.ts";

/**
 * The port to whatever makes the new picture: Gemini, or the darkroom, the embedded engine.
 */
export type Recipe = { readonly tool: string } & Readonly<Record<string, unknown>>;

/**
 * Why there is no result. `busy` and `timeout` are worth another try; the others are not. `unclear`: the subject could
 * not be told from its background, which a box drawn round it mends. `no-gain`: an enhancement would not show.
 * `face-lost`: a face of the photo is missing in every result.
 */
export type GenerationProblem =
  | "blocked"
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
  /** What a generative model is told; the darkroom reads the recipe instead. */
  prompt: string;
  image: Uint8Array;
  mimeType: "image/jpeg" | "image/png";
  /** For another angle of a finished portrait: that portrait. The darkroom works from the photo alone. */
  finished?: { image: Uint8Array; mimeType: "image/jpeg" | "image/png" } | undefined;
  signal: AbortSignal;
  /** Called with a share of the work done, 0 to 1. */
  onProgress: (share: number) => void;
}

export type GenerationOutcome =
  | (Image & {
      ok: true;
      note?: string;
      /** Other looks of the same result, which the member can switch to without paying again. */
      looks?: (Image & { look: Look })[];
    })
  | { ok: false; problem: GenerationProblem; detail: string };

export interface ImageGenerator {
  /** As operators read it at start-up, in logs and in /readyz; members read `model` instead. */
  readonly name: string;
  /**
   * Whose generative model it is, which can draw what is not in the photo (other clothes, another pose), which is sent
   * the photos, and keeps them for so many days at most; null for an engine without one, which works on our own server.
   */
  readonly model: { company: string; keptDays: number } | null;
  /**
   * Why this engine cannot make this recipe at all, in words for the person; null when it can try. Asked before a gem
   * is held.
   */
  refuses(recipe: Recipe): string | null;
  generate(request: GenerationRequest): Promise<GenerationOutcome>;
  close(): Promise<void>;
}
