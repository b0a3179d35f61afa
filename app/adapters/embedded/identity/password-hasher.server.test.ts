import { expect, test } from "vitest";
import { createPasswordHasher } from "./password-hasher.server.ts";

test("matches a hash with its own password only", async () => {
  const hasher = createPasswordHasher();
  const hash = await hasher.hash("correct horse");
  expect(await Promise.all([hasher.matches("correct horse", hash), hasher.matches("wrong horse", hash)])).toEqual([
    true,
    false,
  ]);
});

test.each([
  ["a", "$2a$10$k87L/MF28Q673VKh8/cPi.SUl7MU/rWuSiIDDFayrKk/1tBsSQu4u"],
  ["abc", "$2a$10$WvvTPHKwdBJ3uk0Z37EMR.hLA2W6N9AEBhEgrAOljy2Ae5MtaSIUi"],
])("accepts jBCrypt's test vector for %s", async (password, hash) => {
  expect(await createPasswordHasher().matches(password, hash)).toBe(true);
});

test("leaves the event loop free while hashing a password", async () => {
  let turns = 0;
  const hashing = createPasswordHasher().hash("correct horse");
  let done = false;
  void hashing.finally(() => (done = true));
  while (!done) {
    turns += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  // On the loop itself bcryptjs yields once per 100 ms, which would be a turn or two.
  expect(turns).toBeGreaterThan(20);
});
