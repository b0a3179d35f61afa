import { expect, test } from "vitest";
import { framingFor } from "./portrait-framing.ts";

const inside = { left: false, right: false, bottom: false };
const subject = {
  left: 0.3,
  top: 0.2,
  right: 0.7,
  bottom: 0.9,
  head: { x: 0.5, top: 0.2, bottom: 0.4, width: 0.2 },
  cutOff: inside,
};
const photo = { width: 800, height: 1000 };

test("a wide view says once that it softens the background", () => {
  const wide = (softened: boolean, cutOff = inside) =>
    framingFor({ scene: null, softened, angle: "wide" }, { ...subject, cutOff }, photo).remarks.join();
  expect(wide(false)).toContain("softened the background");
  expect(wide(true)).not.toContain("softened");
  expect(wide(false, { ...inside, left: true, right: true })).toContain("It softened the background instead");
});
