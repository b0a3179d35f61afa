import { buyGems, forgeWebhook } from "./purchases.ts";
import { expectStatus, type Scene, type SignedIn } from "./scene.ts";
import { sendPhoto, transformPhoto } from "./transformations.ts";

interface Visit {
  what: string;
  /** How often, compared with the others. */
  weight: number;
  /** @throws when something else came than was expected. */
  go(scene: Scene, member: SignedIn): Promise<void>;
}

const publicPages = ["/mobile", "/terms", "/privacy", "/support", "/login", "/register", "/robots.txt"] as const;

/** What people do on an ordinary day, bad requests and broken lines among it. */
const visits: readonly Visit[] = [
  { what: "landing page", weight: 30, go: ({ stranger }) => expectStatus(stranger().get("/"), 200) },
  {
    what: "other public page",
    weight: 10,
    go: ({ stranger, random }) => expectStatus(stranger().get(random.pick(publicPages)), 200),
  },
  {
    what: "page that is not there",
    weight: 2,
    go: ({ stranger }) => expectStatus(stranger().get("/wp-login.php"), 404),
  },
  { what: "dashboard", weight: 10, go: (_, { visitor }) => expectStatus(visitor.get("/dashboard"), 200) },
  { what: "gallery", weight: 15, go: (_, { visitor }) => expectStatus(visitor.get("/gallery?view=list"), 200) },
  { what: "history", weight: 5, go: (_, { visitor }) => expectStatus(visitor.get("/settings?tab=history"), 200) },
  { what: "picture", weight: 12, go: seePicture },
  { what: "sign-in", weight: 2, go: async ({ stranger }, { account }) => stranger().signIn(account) },
  { what: "upload", weight: 2, go: sendPhoto },
  { what: "transformation", weight: 1, go: transformPhoto },
  { what: "purchase", weight: 1, go: buyGems },
  { what: "forged webhook", weight: 2, go: forgeWebhook },
  {
    what: "malformed form",
    weight: 2,
    go: ({ stranger }) => expectStatus(stranger().post("/login", new URLSearchParams({ email: "nobody" })), 400),
  },
  { what: "line that breaks", weight: 3, go: hangUp },
];
const allWeights = visits.reduce((sum, { weight }) => sum + weight, 0);

/** One visit, picked by weight; its name and whether it went as expected. */
export async function visitOnce(scene: Scene): Promise<{ what: string; problem: string | null }> {
  let left = scene.random.below(allWeights);
  const visit = visits.find(({ weight }) => (left -= weight) < 0);
  if (!visit) throw new Error("no visit has this weight");
  try {
    await visit.go(scene, scene.random.pick(scene.members));
    return { what: visit.what, problem: null };
  } catch (error) {
    return { what: visit.what, problem: error instanceof Error ? error.message : String(error) };
  }
}

async function seePicture({ random }: Scene, { visitor, results }: SignedIn) {
  const [first, ...others] = results;
  if (!first) return;
  const { picture } = random.pick([first, ...others]);
  const size = random.pick(["320.webp", "640.webp", "960.avif", "full"]);
  await expectStatus(visitor.get(picture.replace(/full$/, size)), 200);
}

/** Goes away in the middle of whatever it is. */
async function hangUp({ url, random, photo }: Scene, { visitor }: SignedIn) {
  const signal = AbortSignal.timeout(1 + random.below(60));
  const body = random.next() < 0.5 ? new FormData() : null;
  body?.set("image", photo, "photo.jpg");
  const headers = { Cookie: visitor.cookies(), Origin: url };
  const init = body ? { method: "POST", body, headers, signal } : { headers, signal };
  const answer = await fetch(new URL(body ? "/api/images/upload" : "/gallery", url), init).catch(() => null);
  await answer?.text().catch(() => "");
}
