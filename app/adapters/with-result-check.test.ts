import { expect, test, vi } from "vitest";
import type { GenerationOutcome, GenerationRequest, ImageGenerator } from "../transformations/image-generator.ts";
import { type ResultJudge, withResultCheck } from "./with-result-check.ts";

const picture = (name: string): GenerationOutcome => ({
  ok: true,
  image: new TextEncoder().encode(name),
  mimeType: "image/png",
});
const busy: GenerationOutcome = { ok: false, problem: "busy", detail: "" };

function checked(outcomes: GenerationOutcome[], problems: Awaited<ReturnType<ResultJudge["problemWith"]>>[]) {
  const generate = vi.fn<ImageGenerator["generate"]>(async ({ onProgress }) => {
    onProgress(0.5);
    onProgress(1);
    return outcomes.shift() ?? busy;
  });
  const judge = { problemWith: vi.fn<ResultJudge["problemWith"]>(async () => problems.shift() ?? null) };
  const close = vi.fn<() => Promise<void>>(async () => {});
  const generator: ImageGenerator = { name: "An engine", model: null, refuses: () => "no", generate, close };
  const whole = withResultCheck(generator, { ...judge, close }, { warn: () => {} });
  return { whole, generate, judge, close };
}

const request = (changes: Partial<GenerationRequest> = {}): GenerationRequest => ({
  recipe: { tool: "surprise-me" },
  prompt: "",
  image: new TextEncoder().encode("photo"),
  mimeType: "image/jpeg",
  signal: new AbortController().signal,
  onProgress: () => {},
  ...changes,
});

test("delivers a fine result after one try", async () => {
  const { whole, generate, judge } = checked([picture("good")], [null]);
  expect(await whole.generate(request())).toEqual(picture("good"));
  expect(generate).toHaveBeenCalledOnce();
  const { recipe, image } = request();
  expect(judge.problemWith.mock.calls[0]?.[0]).toEqual({
    recipe,
    photo: image,
    result: new TextEncoder().encode("good"),
  });
});

test("retries once for a result without a face and delivers the second", async () => {
  const { whole, generate } = checked([picture("headless"), picture("good")], ["face-lost", null]);
  expect(await whole.generate(request())).toEqual(picture("good"));
  expect(generate).toHaveBeenCalledTimes(2);
});

test.each(["face-lost", "unclear"] as const)("fails after two results in a row that are %s", async (problem) => {
  const { whole, generate } = checked([picture("headless"), picture("headless")], [problem, problem]);
  expect(await whole.generate(request())).toMatchObject({ ok: false, problem });
  expect(generate).toHaveBeenCalledTimes(2);
});

test("returns the generator's problem of the second try", async () => {
  const { whole } = checked([picture("headless"), busy], ["face-lost"]);
  expect(await whole.generate(request())).toEqual(busy);
});

test("does not check a problem of the generator", async () => {
  const { whole, judge } = checked([busy], []);
  expect(await whole.generate(request())).toEqual(busy);
  expect(judge.problemWith).not.toHaveBeenCalled();
});

test("does not retry an aborted job", async () => {
  const controller = new AbortController();
  const { whole, generate, judge } = checked([picture("headless")], []);
  judge.problemWith.mockImplementation(async () => {
    controller.abort();
    return "face-lost";
  });
  expect(await whole.generate(request({ signal: controller.signal }))).toMatchObject({ problem: "failed" });
  expect(generate).toHaveBeenCalledOnce();
});

test("never reports less progress during a retry", async () => {
  const shares: number[] = [];
  const { whole } = checked([picture("headless"), picture("good")], ["face-lost", null]);
  await whole.generate(request({ onProgress: (share) => shares.push(share) }));
  expect(shares).toEqual([0.5, 1]);
});

test("closes the generator and the check together", async () => {
  const { whole, close } = checked([], []);
  await whole.close();
  expect(close).toHaveBeenCalledTimes(2);
});
