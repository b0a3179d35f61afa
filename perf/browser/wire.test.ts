import { describe, expect, it } from "vitest";
import type { Kind, WireRequest } from "./network-log.ts";
import { besidesDocument, kilobytes, listed, loadsReact, ofKind } from "./wire.ts";

const request = (path: string, kind: Kind, bytes: number): WireRequest => ({
  url: `http://127.0.0.1:3000${path}`,
  kind,
  bytes,
  status: 200,
  blocking: false,
});
const page = request("/?entry.client", "html", 9_000);
const script = request("/assets/enhance-07.js", "js", 1_200);
const photo = request("/pictures/a.avif?w=1", "image", 8_500);

describe("a page's requests", () => {
  it("counts requests by kind, in units of 1000 bytes", () => {
    expect(kilobytes(ofKind([page, script, photo, script], "js"))).toBe(2.4);
    expect(kilobytes(besidesDocument([page, script, photo]))).toBe(9.7);
    expect(kilobytes([])).toBe(0);
  });

  it("detects React by the path of the client entry", () => {
    expect(loadsReact([page, script])).toBe(false);
    expect(loadsReact([page, request("/assets/entry.client-BL.js", "js", 1)])).toBe(true);
    expect(loadsReact([request("/app/entry.client.tsx", "js", 1)])).toBe(true);
  });

  it("lists requests by path and size", () => {
    expect(listed([script, photo])).toBe("/assets/enhance-07.js 1.2, /pictures/a.avif 8.5");
  });
});
