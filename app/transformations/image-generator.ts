/**
 * The port to whatever makes the new picture: Gemini, or the darkroom, the embedded engine (architecture.md §7).
 */
export type Recipe = { readonly tool: string } & Readonly<Record<string, unknown>>;

/** Why there is no picture. `busy` and `timeout` are worth another try; the others are not. */
export type GenerationProblem = "blocked" | "empty" | "rejected" | "busy" | "timeout" | "failed";

export interface GenerationRequest {
  recipe: Recipe;
  /** What a generative model is told; the darkroom reads the recipe instead. */
  prompt: string;
  image: Uint8Array;
  mimeType: "image/jpeg" | "image/png";
  signal: AbortSignal;
  /** Called with a share of the work done, 0 to 1. */
  onProgress: (share: number) => void;
}

export type GenerationOutcome =
  | { ok: true; image: Uint8Array<ArrayBuffer>; mimeType: "image/jpeg" | "image/png"; note?: string }
  | { ok: false; problem: GenerationProblem; detail: string };

export interface ImageGenerator {
  /** As the result names its maker, for example "Built-in engine". */
  readonly name: string;
  generate(request: GenerationRequest): Promise<GenerationOutcome>;
  close(): Promise<void>;
}
