import { expect, test } from "./product.ts";

const signedOut = [
  "/",
  "/mobile",
  "/login",
  "/register",
  "/verify-email",
  "/forgot-password",
  "/reset-password",
  "/terms",
  "/privacy",
  "/nowhere",
];

test("signed-out pages ship no React and block on nothing", async ({ page, product }) => {
  for (const path of signedOut) {
    const scripts: string[] = [];
    const listen = (request: { resourceType: () => string; url: () => string }) => {
      if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
    };
    page.on("request", listen);
    await page.goto(product.url + path, { waitUntil: "networkidle" });
    page.off("request", listen);
    expect(
      scripts.filter((script) => !/^\/assets\/enhance-[0-9a-f]+\.js$/.test(script)),
      path,
    ).toEqual([]);
    await expect(page.locator("link[rel=stylesheet]")).toHaveCount(0);
  }
});

test("no page breaks its own content security policy", async ({ page, product, member }) => {
  expect(member.email).toContain("@");
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (/content security policy|refused to/i.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  for (const path of [...signedOut, "/dashboard", "/gallery", "/surprise-me", "/buy-coins", "/settings"]) {
    await page.goto(product.url + path, { waitUntil: "networkidle" });
  }
  expect(complaints).toEqual([]);
});
