import { expect, test } from "vitest";
import { inDollars, inNaira, packages, packagesWith, priceInKobo, pricePerGem, savedPercent } from "./packages.ts";
import { chosenCurrency, rememberCurrency } from "./currency/currency-cookie.server.ts";

test("prices the starter package at 1000 naira, 71 cents and 100 000 kobo", () => {
  const starter = packages.find(({ id }) => id === "starter");
  expect(starter && [inNaira(starter.price), inDollars(starter.price), priceInKobo(starter)]).toEqual([
    "₦1,000",
    "$0.71",
    100_000,
  ]);
});

test("converts naira to dollars at 1400, rounded to whole cents", () => {
  expect(packages.map(({ price }) => inDollars(price))).toEqual(["$0.71", "$2.14", "$3.57"]);
});

test("prices a gem at 125 naira in the smallest package and at 100 in the others", () => {
  expect(packages.map((gemPackage) => inNaira(pricePerGem(gemPackage)))).toEqual(["₦125", "₦100", "₦100"]);
  expect(packages.map((gemPackage) => inDollars(pricePerGem(gemPackage)))).toEqual(["$0.09", "$0.07", "$0.07"]);
});

test("shows an uneven price per gem with two decimals", () => {
  expect(inNaira(1000 / 7)).toBe("₦142.86");
});

test("saves against the smallest package, and calls best value no dearer package without saying what else it has", () => {
  expect(packages.map(savedPercent)).toEqual([0, 20, 20]);
  const best = packages.find(({ badge }) => badge === "Best Value");
  const cheapest = Math.min(...packages.map(pricePerGem));
  expect(best && pricePerGem(best)).toBe(cheapest);
  expect(best?.extra).toBe("+ presets");
  expect(packages.filter(({ features }) => features.includes("Custom presets"))).toEqual([best]);
});

test("marks exactly one package as popular and one as the best value", () => {
  expect(packages.map(({ id, badge }) => [id, badge])).toEqual([
    ["starter", null],
    ["popular", "Most Popular"],
    ["pro", "Best Value"],
  ]);
});

test("names the packages that include a feature", () => {
  expect([packagesWith("Batch processing"), packagesWith("Custom presets")]).toEqual(["Popular or Pro", "Pro"]);
});

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
