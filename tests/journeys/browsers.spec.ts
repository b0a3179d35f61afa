import { existsSync } from "node:fs";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { openFirefox } from "./browsers/firefox.ts";
import { openLynx } from "./browsers/lynx.ts";
import { oldChromiums, openOldChromium } from "./browsers/old-chromium.ts";
import { type Act, act } from "./browsers/walk.ts";
import { openWebKit } from "./browsers/webkit.ts";
import type { Window } from "./browsers/window.ts";
import { expect, linkIn, newAccount, type Product, test } from "./product.ts";

const firefox = "/usr/bin/firefox-esr";
const webKitDriver = "/usr/bin/WebKitWebDriver";
const miniBrowser = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";

interface Installed {
  name: string;
  /** Required files, and their source. */
  needs: readonly string[];
  from: string;
  open(options: { scripts: boolean }): Promise<Window>;
}

const browsers: readonly Installed[] = [
  {
    name: "Firefox",
    needs: [firefox],
    from: "apt-get install firefox-esr",
    open: (options) => openFirefox(firefox, options),
  },
  {
    name: "WebKit",
    needs: [webKitDriver, miniBrowser, "/usr/bin/xvfb-run"],
    from: "apt-get install webkit2gtk-driver xvfb xauth",
    open: (options) => openWebKit(webKitDriver, miniBrowser, options),
  },
  ...oldChromiums.map(({ version, binary }) => ({
    name: `Chromium ${version}`,
    needs: [binary],
    from: "node tests/journeys/browsers/old-chromium.ts",
    open: (options: { scripts: boolean }) => openOldChromium(binary, options),
  })),
];

const made: Act = { see: "Transformation complete!" };

/** Each tool with the choices it needs. */
const tools = (photo: string): Record<string, Act[]> => ({
  "Surprise Me": [{ open: "/surprise-me" }, { photo }, { see: ", ready" }, { press: "Surprise Me" }, made],
  "Pixel AI Art": [{ open: "/pixel-art" }, { photo }, { see: "Choose a style" }, { press: "Generate" }, made],
  "Background Engine": [{ open: "/background-engine" }, { photo }, { see: "Step 2" }, { press: "Generate" }, made],
  "Portrait Studio": [
    { open: "/transform" },
    { photo },
    { choose: "Outdoor", until: "Pick an outdoor scene" },
    { choose: "Beach Sunset", until: "Choose a camera angle" },
    { press: "Transform Photo" },
    made,
  ],
  "ID Photo": [
    { open: "/id-photo" },
    { photo },
    { choose: "Nigeria passport", until: "Check the photo first" },
    { see: "Your photo, checked" },
    { press: "Make ID photo" },
    made,
  ],
});

const join = ({ fullName, email, password }: ReturnType<typeof newAccount>): Act[] => [
  { open: "/" },
  { press: "Get Started" },
  { fill: "Full Name", with: fullName },
  { fill: "Email", with: email },
  { fill: "Password", with: password },
  { fill: "Confirm Password", with: password },
  { press: "Create account" },
  { see: "Check Your Email" },
  { open: "/mailbox" },
  { see: email },
];

const restOfWalk: Record<string, Act[]> = {
  share: [{ press: "Share Link" }, { see: "Share link" }],
  gallery: [
    { open: "/gallery" },
    { press: "Actions" },
    { press: "Rename" },
    { fill: "New name", with: "Owambe" },
    { press: "Save" },
    { see: "Owambe" },
    { press: "Actions for Owambe" },
    { press: "Delete Owambe" },
    { see: "Delete this transformation?" },
    { press: "Delete" },
    { see: "Deleted" },
  ],
  settings: [
    { open: "/settings" },
    { fill: "Display Name", with: "Ngozi" },
    { press: "Save Profile" },
    { see: "updated" },
  ],
};

async function walk(window: Window, product: Product) {
  const account = newAccount();
  const { portrait } = await photoFixtures();
  const all = (acts: Act[]) => async () => {
    for (const each of acts) await act(window, product.url, each);
  };
  await test.step("join", all(join(account)));
  const link = linkIn((await product.mailTo(account.email)).text);
  await test.step("confirm", all([{ open: link }, { press: "Confirm my email address" }, { see: "Hello, Adaeze" }]));
  const buy: Act[] = [{ open: "/buy-coins" }, { press: "Pay ₦1,000" }, { see: "Let something go wrong" }];
  await test.step("buy", all([...buy, { press: "Pay" }, { see: "Hello, Adaeze" }]));
  const journeys = { ...tools(portrait), ...restOfWalk };
  for (const [journey, acts] of Object.entries(journeys)) await test.step(journey, all(acts));
  expect(window.refusedByPolicy?.() ?? [], "what the pages' own policy refused").toEqual([]);
}

for (const { name, needs, from, open } of browsers) {
  for (const scripts of [true, false]) {
    const how = scripts ? "with scripts" : "without scripts";
    test(`${name} ${how} joins, buys, uses every tool, shares, renames, deletes and changes a name @long`, async ({
      product,
    }) => {
      test.skip(!needs.every((file) => existsSync(file)), `${name} is not installed: ${from}`);
      test.setTimeout(1_200_000);
      await product.admitMember();
      const window = await open({ scripts });
      try {
        await walk(window, product);
      } finally {
        await window.close();
      }
    });
  }
}

/** Queries the caches at each evaluation, since it cannot wait for a promise. A new dashboard stores an empty list. */
const storedPictures = `(caches.match("/offline/pictures").then((list) => list && list.json())
  .then((list) => (window.list = list)), Boolean(window.list && window.list.length))`;
const drawnPicture = "[...document.querySelectorAll('.last-tile img')].some(({ naturalWidth }) => naturalWidth > 0)";

test("Firefox shows the offline page and its stored pictures when the server is away @long", async ({ product }) => {
  test.skip(!existsSync(firefox), "Firefox is not installed: apt-get install firefox-esr");
  test.setTimeout(300_000);
  await product.admitMember();
  const window = await openFirefox(firefox, { scripts: true });
  const account = newAccount();
  const { portrait } = await photoFixtures();
  const all = async (acts: Act[]) => {
    for (const each of acts) await act(window, product.url, each);
  };
  try {
    await all(join(account));
    await all([{ open: linkIn((await product.mailTo(account.email)).text) }, { press: "Confirm my email address" }]);
    await all([{ see: "Hello, Adaeze" }, ...(tools(portrait)["Surprise Me"] ?? [])]);
    await all([{ open: "/gallery" }, { wait: storedPictures }]);
    await product.stopped(() => all([{ open: "/dashboard" }, { see: "Your last pictures" }, { wait: drawnPicture }]));
  } finally {
    await window.close();
  }
});

const lynx = "/usr/bin/lynx";
const tmux = "/usr/bin/tmux";

test("Lynx joins, confirms, uploads a photo and reaches its result, with links and labels apart @long", async ({
  product,
}) => {
  test.skip(![lynx, tmux].every(existsSync), "Lynx is not installed: apt-get install lynx tmux");
  test.setTimeout(300_000);
  await product.admitMember();
  const account = newAccount();
  const { portrait } = await photoFixtures();
  const browser = await openLynx(lynx, tmux);
  const seeApart = async (text: string) => {
    await browser.see(text);
    expect((await browser.screen()).match(joined) ?? []).toEqual([]);
  };
  try {
    await browser.open(product.url);
    await seeApart("Turn Everyday Photos");
    await browser.press("Get Started");
    await seeApart("Create your account");
    await browser.fill("Full Name", account.fullName);
    await browser.fill("Email", account.email);
    await browser.fill("Password", account.password);
    await browser.fill("Confirm Password", account.password);
    await browser.press("Create account");
    await seeApart("Check Your Email");
    await browser.open(linkIn((await product.mailTo(account.email)).text));
    await browser.press("Confirm my email address");
    await seeApart("Hello, Adaeze");
    await browser.press("Surprise Me");
    await seeApart("What happens");
    await browser.fill("Choose a photo", portrait);
    await browser.press("Upload photo");
    await seeApart("Uploaded, ready");
    await browser.press("Surprise Me");
    await seeApart("Enhancing your photo");
    await expect(async () => {
      await browser.press("Refresh now");
      await browser.see("Done: Enhanced photo");
    }).toPass();
    await seeApart("Download");
    await browser.press("Logout");
    await seeApart("Turn Everyday Photos");
    await browser.open(`${product.url}/gallery`);
    await browser.see("Login to your account");
  } finally {
    await browser.close();
  }
});

/** Matches a word joined to a link's number, or a small letter to a capital; "WebP", "WhatsApp" and "kB" are words. */
const joined = /[\p{L}\p{N}]\[\d+\]|\b(?!WebP|WhatsApp|kB)\p{L}*\p{Ll}\p{Lu}\p{L}*/gu;
