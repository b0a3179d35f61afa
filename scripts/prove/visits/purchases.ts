import { expectStatus, type Scene, type SignedIn } from "./scene.ts";

/** Chooses a package, pays on the payment page and comes back. @throws when the gems are not there. */
export async function buyGems({ url }: Scene, { visitor }: SignedIn): Promise<void> {
  const chosen = await visitor.post("/buy-coins/pay", new URLSearchParams({ package: "starter" }));
  await chosen.arrayBuffer();
  const page = chosen.headers.get("Location") ?? "";
  const button = new URLSearchParams({ button: "pay" });
  const paid = page.startsWith(`${url}/`)
    ? await visitor.post(page, button)
    : await fetch(page, { method: "POST", body: button, redirect: "manual" });
  await paid.arrayBuffer();
  const back = paid.headers.get("Location");
  if (!back) throw new Error(`the payment page ${page} answered ${paid.status}`);
  await expectStatus(visitor.get(back), 302);
}

export async function forgeWebhook({ stranger }: Scene): Promise<void> {
  const form = new FormData();
  form.set("event", "charge.success");
  await expectStatus(stranger().post("/api/paystack/webhook", form, { "x-paystack-signature": "0".repeat(128) }), 401);
}
