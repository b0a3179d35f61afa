import { expect, test } from "vitest";
import { createMemberSlots } from "./member-slots.ts";

test("never gives one member every slot and reuses freed slots", () => {
  const slots = createMemberSlots({ perMember: 2, inAll: 3 });
  const first = slots.take("ada");
  expect([slots.take("ada"), slots.take("ada")]).toEqual([expect.anything(), null]);
  expect([slots.take("bayo"), slots.take("chidi")]).toEqual([expect.anything(), null]);
  first?.free();
  expect(slots.take("ada")).not.toBeNull();
});
