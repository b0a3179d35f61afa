import { expect, test } from "vitest";
import { chosenCurrency, rememberCurrency } from "./currency-cookie.server.ts";

const request = (cookie?: string) =>
  new Request("http://localhost:3000/buy-coins", cookie ? { headers: { Cookie: cookie } } : {});

async function remembered(chosen: string, secure = false): Promise<string> {
  return new Headers(await rememberCurrency(chosen, secure)).get("Set-Cookie") ?? "";
}

test("nothing is chosen until somebody chooses", async () => {
  expect(await chosenCurrency(request(), null)).toBeNull();
});

test("a choice made now counts, and is remembered for the next visit", async () => {
  expect(await chosenCurrency(request(), "USD")).toBe("USD");
  const cookie = (await remembered("USD")).split(";")[0];
  expect(await chosenCurrency(request(cookie), null)).toBe("USD");
  expect(await chosenCurrency(request(cookie), "NGN")).toBe("NGN");
});

test.for(["EUR", "usd", "", "<script>"])("%j is no currency: it is neither shown nor remembered", async (chosen) => {
  expect(await chosenCurrency(request(`currency=${chosen}`), chosen)).toBeNull();
  expect(await remembered(chosen)).toBe("");
});

test("over https the cookie never travels in the clear", async () => {
  expect(await remembered("USD", true)).toMatch(/; Secure/);
  expect(await remembered("USD", false)).not.toMatch(/; Secure/);
});
