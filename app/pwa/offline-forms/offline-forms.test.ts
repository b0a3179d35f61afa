import { expect, test } from "vitest";
import { storableAction, textFields } from "./offline-forms.ts";

const kept = (address: string, fields: [string, string][] = []) =>
  storableAction(new URL(address, "https://photogem.example"), fields);

test.each([
  "/gallery/8c1f/rename",
  "/gallery/8c1f/delete",
  "/gallery/8c1f/give-back",
  "/settings/profile",
  "/surprise-me?draft=8c1f&step=enhance",
  "/transform?step=camera-angle&draft=8c1f",
])("%s may be sent later", (action) => {
  expect(kept(action, [["name", "Ada"]])).toBe(action);
});

test("where a page was come from does not make its form another one", () => {
  expect(kept("/gallery/8c1f/delete?next=/gallery")).toBe("/gallery/8c1f/delete");
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
  expect(kept(action)).toBeNull();
});

test("going a step back in a tool is not kept", () => {
  expect(kept("/transform?draft=8c1f&step=background", [["go", "back"]])).toBeNull();
});

test("a form with a file in it is not kept as text", () => {
  const form = new FormData();
  form.set("name", "Ada");
  expect(textFields(form)).toEqual([["name", "Ada"]]);
  form.set("image", new File(["x"], "x.jpg"));
  expect(textFields(form)).toBeNull();
});
