import { expect, test } from "vitest";
import { zipOf } from "./photos-zip.server.ts";

test("packs a text in place of an unreadable photo and keeps the promised length", async () => {
  const photo = { bytes: 200, lastModified: new Date() };
  const { stream, length } = zipOf(
    [],
    [
      { ...photo, id: "1", name: "01-ada.jpg", read: async () => new Uint8Array(200) },
      { ...photo, id: "2", name: "02-ada.png", read: async () => null },
      { ...photo, id: "3", name: "03-ada.jpg", read: () => Promise.reject(new Error("away")) },
    ],
    { warn: () => {} },
  );
  const zip = Buffer.from(await new Response(stream).arrayBuffer());
  expect(zip.byteLength).toBe(length);
  const names = new Set(zip.toString("latin1").match(/0\d-ada\.[a-z]{3}/g));
  expect([...names].toSorted()).toEqual(["01-ada.jpg", "02-ada.txt", "03-ada.txt"]);
});
