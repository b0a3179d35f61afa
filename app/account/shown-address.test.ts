import { describe, expect, it } from "vitest";
import { shownAddress } from "./shown-address.server.ts";

const ours = { sessionSecret: "a secret of at least 32 characters", appUrl: "https://photogem.example" };

describe("the address a page names after a redirect", () => {
  it("comes back on the next request", async () => {
    const address = shownAddress("/verify-email", ours);
    expect(await address.read(requestWith(await address.keep("ada@example.com")))).toBe("ada@example.com");
  });

  it("is none without a cookie, or when it was forgotten", async () => {
    const address = shownAddress("/verify-email", ours);
    expect(await address.read(new Request(ours.appUrl))).toBeNull();
    expect(await address.forget()).toContain("Max-Age=0");
  });

  it("is none when somebody else signed it", async () => {
    const forged = await shownAddress("/verify-email", { ...ours, sessionSecret: "another secret" }).keep(
      "eve@example.com",
    );
    expect(await shownAddress("/verify-email", ours).read(requestWith(forged))).toBeNull();
  });

  it("goes to its own page only, never to a script, never over plain http", async () => {
    const header = await shownAddress("/forgot-password", ours).keep("ada@example.com");
    expect(header).toMatch(/^forgot-password-address=.*; Path=\/forgot-password; HttpOnly; Secure; SameSite=Lax$/);
  });
});

function requestWith(setCookie: string): Request {
  return new Request(ours.appUrl, { headers: { Cookie: setCookie.slice(0, setCookie.indexOf(";")) } });
}
