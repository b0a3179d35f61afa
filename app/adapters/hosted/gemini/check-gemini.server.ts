import { probeService } from "../probe-service.server.ts";

export function checkGemini({
  apiKey,
  model,
  baseUrl,
  apiVersion = "v1beta",
}: {
  apiKey: string;
  model: string;
  baseUrl: string;
  apiVersion?: string | undefined;
}): Promise<string | null> {
  return probeService({
    url: `${baseUrl}/${apiVersion}/models/${model}`,
    headers: { "x-goog-api-key": apiKey },
    key: "GEMINI_API_KEY",
    // Google answers an unknown key with "invalid argument".
    refusedBy: [400, 401, 403],
    meaning: { 404: "does not know GEMINI_IMAGE_MODEL (404)" },
  });
}
