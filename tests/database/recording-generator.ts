import type {
  GenerationOutcome,
  GenerationRequest,
  ImageGenerator,
} from "../../app/transformations/image-generator.ts";

type Answer = GenerationOutcome | ((request: GenerationRequest) => Promise<GenerationOutcome>);

/** An image generator that gives the answers it was prepared with, the last one again and again, and keeps what it was asked. */
export class RecordingGenerator implements ImageGenerator {
  readonly name = "Recording engine";
  readonly model: ImageGenerator["model"] = { company: "Recorders", retentionDays: 1 };
  readonly requests: GenerationRequest[] = [];
  readonly #answers: Answer[];

  constructor(...answers: [Answer, ...Answer[]]) {
    this.#answers = answers;
  }

  refuses() {
    return null;
  }

  async generate(request: GenerationRequest): Promise<GenerationOutcome> {
    const answer = this.#answers[Math.min(this.requests.length, this.#answers.length - 1)];
    this.requests.push(request);
    if (!answer) throw new Error("no answer was prepared");
    return typeof answer === "function" ? answer(request) : answer;
  }

  async close() {}
}

export const problem = (name: Extract<GenerationOutcome, { ok: false }>["problem"]): GenerationOutcome => ({
  ok: false,
  problem: name,
  detail: `prepared: ${name}`,
});
