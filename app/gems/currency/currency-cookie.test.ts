import { expect, test } from "vitest";
import { chosenCurrency, rememberCurrency } from "./currency-cookie.server.ts";

const request = (cookie?: string) =>
  new Request("http://localhost:3000/buy-coins", cookie ? { headers: { Cookie: cookie } } : {});

async function remembered(chosen: string, secure = false): Promise<string> {
  return new Headers(await rememberCurrency(chosen, secure)).get("Set-Cookie") ?? "";
}

test("returns no currency before the person chooses one", async () => {
  expect(await chosenCurrency(request(), null)).toBeNull();
});

test("applies a choice at once and remembers it for the next visit", async () => {
  expect(await chosenCurrency(request(), "USD")).toBe("USD");
  const cookie = (await remembered("USD")).split(";")[0];
  expect(await chosenCurrency(request(cookie), null)).toBe("USD");
  expect(await chosenCurrency(request(cookie), "NGN")).toBe("NGN");
});

test.for(["EUR", "usd", "", "<script>"])("neither shows nor remembers %j, which is no currency", async (chosen) => {
  expect(await chosenCurrency(request(`currency=${chosen}`), chosen)).toBeNull();
  expect(await remembered(chosen)).toBe("");
});

test("marks the currency cookie as secure over https", async () => {
  expect(await remembered("USD", true)).toMatch(/; Secure/);
  expect(await remembered("USD", false)).not.toMatch(/; Secure/);
});
