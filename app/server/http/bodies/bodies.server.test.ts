import { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { createBodySlots, createMemberSlots } from "./slots.ts";
import { readSmallForm } from "./read-form.server.ts";
import { limitBodyTime, limitedStream, maxBodyMs, usualBodyMs, withTimedBody } from "./time-limits.server.ts";
import { readUploads } from "../../../photos/upload/read-upload.server.ts";

describe("places for uploads", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
  afterEach(() => void vi.useRealTimers());

  /** A request whose body sends `bytes` and then stalls. */
  const trickling = (bytes: number) =>
    new Request("http://localhost/", {
      method: "POST",
      body: new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(bytes)) }),
      duplex: "half",
    } as RequestInit);

  test("gives the slot of a stalled body to the next member after a few seconds", async () => {
    const slots = createBodySlots({ perMember: 1, perNetwork: 1, inAll: 1 });
    const ended = slots
      .take("mallory")
      ?.receive(trickling(1))
      .text()
      .catch((error: unknown) => error);
    expect(slots.take("ada")).toBeNull();
    vi.advanceTimersByTime(6_000);
    expect(slots.take("ada")).not.toBeNull();
    expect(await ended).toMatchObject({ name: "TimeoutError" });
  });

  test("leaves their slots to steady bodies and to photos in progress", async () => {
    const slots = createBodySlots({ perMember: 1, perNetwork: 2, inAll: 2 });
    const fast = slots.take("ada")?.receive(trickling(1_000_000));
    const reader = fast?.body?.getReader();
    await reader?.read();
    slots.take("bayo");
    vi.advanceTimersByTime(6_000);
    expect(slots.take("chidi")).toBeNull();
  });

  test("never gives one network every slot, however many its members", () => {
    const slots = createBodySlots({ perMember: 1, perNetwork: 2, inAll: 3 });
    expect(slots.take("mallory 1", "203.0.113.5")).not.toBeNull();
    expect(slots.take("mallory 2", "203.0.113.5")).not.toBeNull();
    expect(slots.take("mallory 3", "203.0.113.5")).toBeNull();
    expect(slots.take("ada", "198.51.100.7")).not.toBeNull();
  });

  test("limits one member to their share and frees a slot afterwards", () => {
    const slots = createBodySlots({ perMember: 1, perNetwork: 2, inAll: 2 });
    const first = slots.take("ada");
    expect(slots.take("ada")).toBeNull();
    first?.free();
    expect(slots.take("ada")).not.toBeNull();
  });

  test("never gives one member every slot and reuses freed slots", () => {
    const slots = createMemberSlots({ perMember: 2, inAll: 3 });
    const first = slots.take("ada");
    expect([slots.take("ada"), slots.take("ada")]).toEqual([expect.anything(), null]);
    expect([slots.take("bayo"), slots.take("chidi")]).toEqual([expect.anything(), null]);
    first?.free();
    expect(slots.take("ada")).not.toBeNull();
  });
});

describe("a form without files", () => {
  it("reads a form without files as browsers send it", async () => {
    const form = await readSmallForm(posted("email=ada%40example.com&next="));
    expect([...form]).toEqual([
      ["email", "ada@example.com"],
      ["next", ""],
    ]);
  });

  it.each([
    ["is larger than any such form", 413, () => posted("a=1", { "Content-Length": "16385" })],
    ["does not say how large it is", 411, () => posted("a=1", { "Content-Length": undefined })],
    ["states no number as its size", 411, () => posted("a=1", { "Content-Length": "many" })],
    ["is no form", 400, () => posted("{}", { "Content-Type": "application/json" })],
    ["is a broken multipart form", 400, () => posted("--x", { "Content-Type": "multipart/form-data; boundary=y" })],
  ])("refuses a form without files when it %s", async (_, status, request) => {
    await expect(readSmallForm(request())).rejects.toMatchObject({ status });
  });
});

function posted(body: string, changes: Record<string, string | undefined> = {}): Request {
  const usual = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": String(body.length) };
  const headers = Object.entries({ ...usual, ...changes }).filter(
    (header): header is [string, string] => header[1] !== undefined,
  );
  return new Request("http://own.example/login", { method: "POST", body, headers });
}

/** The request properties that the limit reads; `send` simulates the bytes received in a minute. */
function arriving(url: string) {
  const destroy = vi.fn<() => void>();
  const state = { url, complete: false, readableLength: 0, paused: false, socket: { bytesRead: 5000 }, destroy };
  const request = Object.assign(new EventEmitter(), state, { isPaused: () => request.paused });
  limitBodyTime(request as unknown as IncomingMessage);
  const send = (bytes: number) => {
    request.socket.bytesRead += bytes;
    vi.advanceTimersByTime(60_000);
  };
  return { request, destroy, send };
}

describe("the time of a request's body", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("allows a steady upload five minutes", () => {
    const { destroy, send } = arriving("/api/photos");
    for (let minute = 1; minute * 60_000 < usualBodyMs; minute += 1) send(150_000);
    expect(destroy).not.toHaveBeenCalled();
    send(150_000);
    expect(destroy).toHaveBeenCalled();
  });

  test("ends an upload that trickles in after a minute", () => {
    const { destroy, send } = arriving("/api/photos");
    send(1000);
    expect(destroy).toHaveBeenCalledOnce();
  });

  test.each(["/surprise-me/batch?draft=1", "/share-photo", "/art-style/batch.data"])(
    "allows several photos at %s more time while they arrive steadily",
    (url) => {
      const { destroy, send } = arriving(url);
      for (let minute = 0; minute < 20; minute += 1) send(150_000);
      expect(destroy).not.toHaveBeenCalled();
      send(1000);
      expect(destroy).toHaveBeenCalledOnce();
    },
  );

  test("does not count the server's own pauses against several photos, up to the longest time", () => {
    const { request, destroy, send } = arriving("/share-photo");
    request.paused = true;
    send(0);
    request.paused = false;
    request.readableLength = 10;
    send(0);
    expect(destroy).not.toHaveBeenCalled();
    vi.advanceTimersByTime(maxBodyMs);
    expect(destroy).toHaveBeenCalled();
  });

  test("leaves a complete request alone, even with a slow response and an unread empty body", () => {
    const { request, destroy } = arriving("/surprise-me/batch");
    request.complete = true;
    vi.advanceTimersByTime(maxBodyMs);
    expect(destroy).not.toHaveBeenCalled();
  });
});

const bytes = (...values: number[]) =>
  new ReadableStream<Uint8Array>({
    pull(controller) {
      const value = values.shift();
      if (value === undefined) controller.close();
      else controller.enqueue(new Uint8Array([value]));
    },
  });

test("passes a stream through and reports its end once", async () => {
  let ends = 0;
  const limited = limitedStream(bytes(1, 2, 3), { limitMs: 60_000, onEnd: () => (ends += 1) });
  expect([...new Uint8Array(await new Response(limited).arrayBuffer())]).toEqual([1, 2, 3]);
  expect(ends).toBe(1);
});

test("cancels the source when its reader cancels", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const source = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array([1])),
    cancel: resolve,
  });
  let ends = 0;
  const limited = limitedStream(source, { limitMs: 60_000, onEnd: () => (ends += 1) });
  await limited.cancel("gone");
  expect(await promise).toBe("gone");
  expect(ends).toBe(1);
});

test("ends a stream that never ends by itself", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
  const limited = limitedStream(silent, { limitMs: 5, onEnd: resolve });
  await expect(new Response(limited).arrayBuffer()).rejects.toThrow("took too long");
  await promise;
});

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
