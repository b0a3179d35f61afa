import { expect, test } from "vitest";
import { doneMail, type Ended } from "./done-mail.ts";
import { memberUnsubscribing, unsubscribeAddress as unsubscribeLink } from "./done-notices.server.ts";

const sender = {
  appUrl: "https://photogem.example",
  brandName: "Photogem",
  supportEmail: "help@photogem.example",
  texts: {
    noun: () => "portrait",
    path: (_tool: string, id: string) => `/transform?job=${id}`,
    failure: (_tool: string, failure: string) =>
      failure === "no-gain" ? "It is well lit. Nothing was charged." : "The photo could not be worked on",
    neededNothing: (failure: string) => failure === "no-gain",
  },
};
const one = {
  kind: "one",
  id: "1f",
  tool: "portrait-studio",
  name: "Ada <3 & me",
  failure: null,
  gemIsBack: false,
} as const;
const unsubscribeAddress = "https://photogem.example/unsubscribe?token=signed";
const mailOf = (ended: Ended) => doneMail(ended, { address: "ada@example.com", unsubscribeAddress }, sender);

test("names a result and links to it and to a page that turns notices off", () => {
  expect(mailOf(one)).toMatchObject({
    to: "ada@example.com",
    subject: "Your portrait is ready",
    headers: {
      "List-Unsubscribe": "<https://photogem.example/unsubscribe?token=signed>",
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
    text: `“Ada <3 & me” took a little longer, and now it is done.

See your portrait:
https://photogem.example/transform?job=1f

You get this email because it took longer than a minute and you had left the page.

Turn these emails off:
https://photogem.example/unsubscribe?token=signed

Questions? Write to help@photogem.example.
Photogem`,
  });
});

test("repeats the text in HTML and escapes markup in names", () => {
  const { html } = mailOf(one);
  expect(html).toContain("“Ada &lt;3 &amp; me” took a little longer");
  expect(html).toContain('href="https://photogem.example/transform?job=1f"');
  expect(html).toContain('href="https://photogem.example/unsubscribe?token=signed"');
});

test("states why a transformation failed and that its gem was returned", () => {
  const failed = { ...one, failure: "rejected" };
  expect(mailOf({ ...failed, gemIsBack: true })).toMatchObject({
    subject: "Your portrait could not be made",
    text: expect.stringContaining(
      "could not be made. The photo could not be worked on.\n\nYour gem is back on your balance.",
    ),
  });
  expect(mailOf(failed).text).not.toContain("gem is back");
});

test("reports a photo that needed no change as finished, not as failed", () => {
  const { subject, text } = mailOf({ ...one, failure: "no-gain", gemIsBack: true });
  expect(subject).toBe("Your portrait needs no enhancement");
  expect(text).toContain("“Ada <3 & me” was left as it is. It is well lit. Nothing was charged.");
  expect(text).not.toMatch(/could not|gem is back/);
});

const failures = (count: number, failure = "timeout") =>
  Array.from({ length: count }, () => ({ failure, gemIsBack: true }));

test.each([
  [{ done: 10, failed: [] }, "Your 10 photos are ready", []],
  [{ done: 1, failed: [] }, "Your 1 photo is ready", []],
  [
    { done: 8, failed: failures(2) },
    "8 of your 10 photos are ready",
    ["2 photos could not be made", "2 gems are back"],
  ],
  [{ done: 1, failed: failures(1) }, "1 of your 2 photos is ready", ["1 photo could not be made", "1 gem is back"]],
  [{ done: 0, failed: failures(3) }, "Your 3 photos could not be made", ["3 gems are back"]],
  [
    { done: 2, failed: [...failures(1), ...failures(1, "no-gain")] },
    "2 of your 4 photos are ready",
    ["1 photo of it is already well lit. Nothing was charged for it.", "1 photo could not be made", "1 gem is back"],
  ],
  [
    { done: 0, failed: failures(2, "no-gain") },
    "0 of your 2 photos are ready",
    ["2 photos of it are already well lit. Nothing was charged for them."],
  ],
])("mails one notice for a batch of %j: %s", (counts, subject, parts) => {
  const mail = mailOf({ kind: "batch", id: "b1", ...counts });
  expect(mail.subject).toBe(subject);
  for (const part of [...parts, "https://photogem.example/batches/b1"]) expect(mail.text).toContain(part);
});

test("signs the address that turns notices off, for one member and one secret", () => {
  const [ada, bayo] = ["0b7b2f0e-6c1d-4a8e-9a3e-2f9f6f1f0a01", "0b7b2f0e-6c1d-4a8e-9a3e-2f9f6f1f0a02"] as const;
  const tokenOf = (member: string) =>
    new URL(unsubscribeLink("https://photogem.example", member, "secret")).searchParams.get("token") ?? "";
  expect(memberUnsubscribing(tokenOf(ada), "secret")).toBe(ada);
  expect(memberUnsubscribing(tokenOf(ada).replace(ada, bayo), "secret")).toBeNull();
  expect(memberUnsubscribing(tokenOf(ada), "another secret")).toBeNull();
  for (const text of ["", ada, `${ada}.`, `${ada}.${"A".repeat(43)}`])
    expect(memberUnsubscribing(text, "secret")).toBeNull();
});
