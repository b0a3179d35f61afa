import { expect, it, vi } from "vitest";
import { createClosing } from "./closing.ts";

it("closes everything once, newest first, even when one fails", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const closed: string[] = [];
  const closing = createClosing();
  closing.add(() => closed.push("folder"));
  closing.add(() => Promise.reject(new Error("already gone")));
  closing.add(async () => closed.push("server"));
  expect(closing.closed).toBe(false);
  await closing.close();
  await closing.close();
  expect(closing.closed).toBe(true);
  expect(closed).toEqual(["server", "folder"]);
  expect(said).toHaveBeenCalledOnce();
  said.mockRestore();
});
