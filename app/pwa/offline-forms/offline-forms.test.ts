import { expect, test } from "vitest";
import { type OfflineForm, storableAction, textFields } from "./offline-forms.ts";
import { sendOfflineForms } from "./send-offline-forms.ts";

const queuedAction = (address: string, fields: [string, string][] = []) =>
  storableAction(new URL(address, "https://photogem.example"), fields);

test.each([
  "/gallery/8c1f/rename",
  "/gallery/8c1f/delete",
  "/gallery/8c1f/give-back",
  "/settings/profile",
  "/surprise-me?draft=8c1f&step=enhance",
  "/transform?step=camera-angle&draft=8c1f",
])("stores %s for later", (action) => {
  expect(queuedAction(action, [["name", "Ada"]])).toBe(action);
});

test("ignores the referring page when it compares forms", () => {
  expect(queuedAction("/gallery/8c1f/delete?next=/gallery")).toBe("/gallery/8c1f/delete");
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
  expect(queuedAction(action)).toBeNull();
});

test("does not store a step back in a tool", () => {
  expect(queuedAction("/transform?draft=8c1f&step=background", [["go", "back"]])).toBeNull();
});

test("does not store a form with a file as text", () => {
  const form = new FormData();
  form.set("name", "Ada");
  expect(textFields(form)).toEqual([["name", "Ada"]]);
  form.set("image", new File(["x"], "x.jpg"));
  expect(textFields(form)).toBeNull();
});

const rename = form("/gallery/1/rename", 1);
const deletion = form("/gallery/2/delete", 2);
const start = form("/surprise-me?draft=3&step=enhance", 3);

test("sends every stored form once, oldest first, each in its member's name", async () => {
  const { store, outcomes } = device([rename, deletion, start]);
  const sent: string[] = [];
  const send: typeof fetch = async (url, init) => {
    sent.push(`${String(url)} for ${new Headers(init?.headers).get("Photogem-Kept-For")}: ${String(init?.body)}`);
    return done();
  };
  expect(await sendOfflineForms(store, send)).toBeNull();
  expect(await sendOfflineForms(store, send)).toBeNull();
  expect(sent).toEqual([
    "/gallery/1/rename for ada: name=one",
    "/gallery/2/delete for ada: name=one",
    "/surprise-me?draft=3&step=enhance for ada: name=one",
  ]);
  expect(outcomes()).toEqual(["sent", "sent", "sent"]);
});

test.each([
  ["the connection is lost again", () => Promise.reject(new TypeError("Failed to fetch")), "offline"],
  ["the server is unavailable", () => Promise.resolve(new Response(null, { status: 503 })), "offline"],
  ["too many forms were sent", () => Promise.resolve(new Response(null, { status: 429 })), "offline"],
  ["the member is signed out", () => Promise.resolve(new Response(null, { status: 401 })), "signed-out"],
])("leaves the remaining forms stored when %s", async (_, answer, halt) => {
  const { store, outcomes } = device([rename, deletion]);
  const answers = [() => Promise.resolve(done()), answer];
  expect(await sendOfflineForms(store, () => answers.shift()?.() ?? Promise.reject(new Error("not asked")))).toBe(halt);
  expect(outcomes()).toEqual(["sent", undefined]);
});

test("records a final refusal for the member and continues with the next form", async () => {
  const { store, outcomes } = device([rename, start]);
  const answers = [Response.json({ error: "Update failed: too long" }, { status: 422 }), done()];
  expect(await sendOfflineForms(store, async () => answers.shift() ?? Response.error())).toBeNull();
  expect(outcomes()).toEqual(["refused: Update failed: too long", "sent"]);
});

test("does not send a form that was dropped while another one was being sent", async () => {
  const { store, outcomes, forget } = device([rename, deletion]);
  const sent: string[] = [];
  await sendOfflineForms(store, async (url) => {
    sent.push(String(url));
    forget(deletion);
    return done();
  });
  expect(sent).toEqual([rename.action]);
  expect(outcomes()).toEqual(["sent"]);
});

test("counts a repeated delete as done, but not a rename of a deleted transformation", async () => {
  const { store, outcomes } = device([deletion, rename]);
  await sendOfflineForms(store, async () => new Response(null, { status: 404 }));
  expect(outcomes()).toEqual(["sent", "refused"]);
});

function form(action: string, keptAt: number): OfflineForm {
  return { action, fields: [["name", "one"]], member: "ada", keptAt };
}

function device(forms: OfflineForm[]) {
  let queued = [...forms];
  const store = {
    all: async () => queued,
    settle: async (settled: OfflineForm, became: Pick<OfflineForm, "outcome" | "why"> | null) => {
      queued = queued.map((each) => (each.action === settled.action ? { ...each, ...became } : each));
    },
  };
  return {
    store,
    outcomes: () => queued.map(({ outcome, why }) => (why ? `${outcome}: ${why}` : outcome)),
    forget: (form: OfflineForm) => void (queued = queued.filter(({ action }) => action !== form.action)),
  };
}

const done = () => new Response(null, { status: 204 });
