import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../free-port.ts";
import { startGeminiServer } from "../../servers/gemini/gemini-server.ts";

/** Creates a data folder, a port, a stand-in for the model that takes `modelMs`, and the environment for them. */
export async function openParts(closing: AsyncDisposableStack, modelMs: number) {
  const dataDirectory = await mkdtemp(join(tmpdir(), "photogem-resilience-"));
  closing.defer(() => rm(dataDirectory, { recursive: true, force: true, maxRetries: 5 }));
  const gemini = await startGeminiServer();
  closing.defer(gemini.close);
  gemini.behave({ how: "make", make: "jpeg", afterMs: modelMs });
  const port = await freePort();
  const environment = {
    PORT: String(port),
    DATA_DIR: dataDirectory,
    GEMINI_API_KEY: gemini.apiKey,
    GEMINI_IMAGE_MODEL: gemini.model,
    GEMINI_BASE_URL: gemini.baseUrl,
  };
  return { gemini, port, dataDirectory, environment };
}
