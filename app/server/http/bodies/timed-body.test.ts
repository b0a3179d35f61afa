import { expect, test } from "vitest";
import { readUploads } from "../../../photos/upload/read-upload.server.ts";
import { withTimedBody } from "./timed-body.ts";

const post = (body: ReadableStream<Uint8Array>) =>
  new Request("http://localhost/", {
    method: "POST",
    headers: { "Content-Type": "multipart/form-data; boundary=x" },
    body,
    duplex: "half",
  } as RequestInit);

test("fails a form that does not end in time", async () => {
  const begun = new TextEncoder().encode("--x\r\n");
  const slow = post(new ReadableStream({ start: (controller) => controller.enqueue(begun) }));
  expect(await readUploads(withTimedBody(slow, 20), "photo", 1, async () => true)).toBe("broken");
});

test("reads a form that ends in time as it was sent", async () => {
  const form = '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\nabc\r\n--x--\r\n';
  const names: string[] = [];
  const request = withTimedBody(post(new Blob([form]).stream()), 60_000);
  await readUploads(request, "photo", 1, async ({ fileName }) => names.push(fileName) > 0);
  expect(names).toEqual(["a.jpg"]);
});
