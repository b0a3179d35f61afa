import type { MiddlewareFunction } from "react-router";
import { expect, test } from "vitest";
import { refuseCrossSiteShares } from "./refuse-cross-site-shares.server.ts";

async function answerTo(address: string, site?: string): Promise<string> {
  const request = new Request(
    `https://photogem.example${address}`,
    site ? { headers: { "Sec-Fetch-Site": site } } : {},
  );
  type Given = Parameters<MiddlewareFunction<Response>>[0];
  try {
    await refuseCrossSiteShares({ request } as unknown as Given, async () => new Response());
    return "passes";
  } catch (thrown) {
    return (thrown as Response).headers.get("Location") ?? "";
  }
}

test.each(["cross-site", "same-site"])("ignores a shared photo when a tool's page was opened from %s", async (site) => {
  expect(await answerTo("/surprise-me?shared", site)).toBe("/surprise-me?shared=refused");
  expect(await answerTo("/surprise-me?draft=1&shared=", site)).toBe("/surprise-me?draft=1&shared=refused");
  expect(await answerTo("/surprise-me?shared=refused", site)).toBe("passes");
  expect(await answerTo("/surprise-me", site)).toBe("passes");
});

test.each(["none", "same-origin", undefined])(
  "accepts a shared photo when the page was opened by the device or by this site (%s)",
  async (site) => {
    expect(await answerTo("/surprise-me?shared", site)).toBe("passes");
  },
);

test("refuses a redirect to an address that begins with two slashes", async () => {
  expect(await answerTo("//evil.example?shared=1", "cross-site")).toBe("/");
});
