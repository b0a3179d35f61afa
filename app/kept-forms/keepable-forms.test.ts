import { expect, test } from "vitest";
import { isKeepable, textFields } from "./keepable-forms.ts";

test.each([
  "/gallery/8c1f/rename",
  "/gallery/8c1f/delete",
  "/settings/profile",
  "/surprise-me?draft=8c1f&step=enhance",
  "/transform?step=camera-angle&draft=8c1f",
])("%s may be sent later", (action) => {
  expect(isKeepable(action, [["name", "Ada"]])).toBe(true);
});

test.each([
  "/login",
  "/register",
  "/logout",
  "/reset-password",
  "/settings/password",
  "/settings/delete-account",
  "/buy-coins/pay",
  "/surprise-me",
  "/surprise-me/cancel?draft=8c1f&step=enhance",
  "/gallery/8c1f/rename/more",
  "/elsewhere/gallery/8c1f/rename",
])("%s is never kept", (action) => {
  expect(isKeepable(action, [])).toBe(false);
});

test("going a step back in a tool is not kept", () => {
  expect(isKeepable("/transform?draft=8c1f&step=background", [["go", "back"]])).toBe(false);
});

test("a form with a file in it is not kept as text", () => {
  const form = new FormData();
  form.set("name", "Ada");
  expect(textFields(form)).toEqual([["name", "Ada"]]);
  form.set("image", new File(["x"], "x.jpg"));
  expect(textFields(form)).toBeNull();
});
