import { expect, test } from "vitest";
import { supportTopics } from "./support-topics.ts";

test("names the account and the payment in a support mail, whatever characters they contain", () => {
  const [topic] = supportTopics("help@photogem.example", {
    email: "ada+photos&gems@example.com",
    payments: [{ reference: "1-popular-NGN", packageName: "Popular", date: "Nov 20, 2026", status: "paid" }],
    transformations: [],
  }).payments;
  const link = new URL(topic?.href ?? "");
  expect(link.pathname).toBe("help@photogem.example");
  expect(decodeURIComponent(link.search)).toBe(
    "?subject=Payment 1-popular-NGN&body=My account: ada+photos&gems@example.com\r\nPayment: 1-popular-NGN\r\n\r\nMy question:\r\n",
  );
});

test("names a transformation's id, but not its photo, in a support mail", () => {
  const [topic] = supportTopics("help@photogem.example", {
    email: "ada@example.com",
    payments: [],
    transformations: [{ id: "8c1f", name: "me at the clinic", date: "Nov 20, 2026", status: "failed" }],
  }).transformations;
  expect(topic).toMatchObject({ title: "me at the clinic", detail: "Nov 20, 2026, failed", reference: "8c1f" });
  expect(topic?.href).not.toContain("clinic");
});
