import { setTimeout as pause } from "node:timers/promises";
import { expectStatus, type Scene, type SignedIn } from "./scene.ts";

/** Results a member keeps; older ones are deleted. */
const keptResults = 12;

export async function sendPhoto({ photo }: Scene, { visitor }: SignedIn): Promise<void> {
  const form = new FormData();
  form.set("image", photo, "photo.jpg");
  await expectStatus(visitor.post("/api/images/upload", form), 201);
}

/** From the photo to the picture, and away with the oldest one. @throws when there is no picture in the end. */
export async function transformPhoto({ photo }: Scene, { account, visitor, results }: SignedIn): Promise<void> {
  const form = new FormData();
  form.set("prompt", "");
  form.set("userId", account.id);
  form.set("image", photo, "photo.jpg");
  const answer = await visitor.post("/api/generate-image-gemini", form);
  const body = (await answer.json()) as Ended & { location?: string };
  const ended = body.location ? await endAt(body.location, visitor) : body;
  const picture = ended.images?.[0]?.enhanced_url;
  if (!picture) throw new Error(`a transformation ended with ${answer.status} ${JSON.stringify(body)}`);
  const id = /"id":"([0-9a-f-]{36})"/.exec(JSON.stringify(body))?.[1] ?? (await newestOf(visitor));
  results.push({ id, picture });
  const oldest = results.length > keptResults ? results.shift() : undefined;
  if (oldest) await expectStatus(visitor.post(`/gallery/${oldest.id}/delete`, new URLSearchParams()), 303);
}

interface Ended {
  status?: string;
  images?: { enhanced_url: string }[];
}

async function endAt(location: string, visitor: SignedIn["visitor"]): Promise<Ended> {
  for (;;) {
    const ended = (await (await visitor.get(location)).json()) as Ended;
    if (ended.status !== "processing") return ended;
    await pause(500);
  }
}

/** The id of the newest result, as the gallery links it. */
async function newestOf(visitor: SignedIn["visitor"]): Promise<string> {
  const page = await (await visitor.get("/gallery?view=list")).text();
  return /\/gallery\/([0-9a-f-]{36})\/delete/.exec(page)?.[1] ?? "";
}
