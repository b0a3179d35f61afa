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

test.each(["cross-site", "same-site"])("a tool's page opened from %s takes no shared photo", async (site) => {
  expect(await answerTo("/surprise-me?shared", site)).toBe("/surprise-me?shared=refused");
  expect(await answerTo("/surprise-me?draft=1&shared=", site)).toBe("/surprise-me?draft=1&shared=refused");
  expect(await answerTo("/surprise-me?shared=refused", site)).toBe("passes");
  expect(await answerTo("/surprise-me", site)).toBe("passes");
});

test.each(["none", "same-origin", undefined])("opened by the device or ourselves (%s), it does", async (site) => {
  expect(await answerTo("/surprise-me?shared", site)).toBe("passes");
});

test("an address that begins with two slashes leads nowhere else", async () => {
  expect(await answerTo("//evil.example?shared=1", "cross-site")).toBe("/");
});
