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
])("stores %s for later", (action) => {
  expect(kept(action, [["name", "Ada"]])).toBe(action);
});

test("ignores the referring page when it compares forms", () => {
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
])("never stores %s", (action) => {
  expect(kept(action)).toBeNull();
});

test("does not store a step back in a tool", () => {
  expect(kept("/transform?draft=8c1f&step=background", [["go", "back"]])).toBeNull();
});

test("does not store a form with a file as text", () => {
  const form = new FormData();
  form.set("name", "Ada");
  expect(textFields(form)).toEqual([["name", "Ada"]]);
  form.set("image", new File(["x"], "x.jpg"));
  expect(textFields(form)).toBeNull();
});
