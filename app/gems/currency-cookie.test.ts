import { expect, test } from "vitest";
import { readCurrency, rememberCurrency } from "./currency-cookie.server.ts";

const request = (cookie?: string) =>
  new Request("http://localhost:3000/buy-coins", cookie ? { headers: { Cookie: cookie } } : {});

async function remembered(chosen: string, secure = false): Promise<string> {
  return new Headers(await rememberCurrency(chosen, secure)).get("Set-Cookie") ?? "";
}

test("prices are in naira until somebody chooses", async () => {
  expect(await readCurrency(request(), null)).toBe("NGN");
});

test("a choice made now counts, and is remembered for the next visit", async () => {
  expect(await readCurrency(request(), "USD")).toBe("USD");
  const cookie = (await remembered("USD")).split(";")[0];
  expect(await readCurrency(request(cookie), null)).toBe("USD");
  expect(await readCurrency(request(cookie), "NGN")).toBe("NGN");
});

test.for(["EUR", "usd", "", "<script>"])("%j is no currency: it is neither shown nor remembered", async (chosen) => {
  expect(await readCurrency(request(`currency=${chosen}`), chosen)).toBe("NGN");
  expect(await remembered(chosen)).toBe("");
});

test("over https the cookie never travels in the clear", async () => {
  expect(await remembered("USD", true)).toMatch(/; Secure/);
  expect(await remembered("USD", false)).not.toMatch(/; Secure/);
});
