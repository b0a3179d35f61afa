import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBodySlots, createMemberSlots } from "./slots.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

/** A request whose body brings `bytes` and then nothing more. */
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
