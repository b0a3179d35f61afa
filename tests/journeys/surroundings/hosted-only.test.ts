import { expect, test } from "vitest";
import { hostedOnly } from "./hosted-only.ts";

const parts = ["database", "supabase", "cloudinary", "gemini", "paystack", "smtp"];
const at = (path: string) => `file:///home/somebody/photogem/${path}`;
const lines = (pid: number, process: string, urls: string[]) =>
  [null, ...urls].map((url) => `${JSON.stringify({ pid, process: `/home/somebody/photogem/${process}`, url })}\n`);
const hosted = parts.map((part) => at(`app/adapters/hosted/${part}/its-adapter.server.ts`));
const product = [
  ...lines(1, "app/server/database/migrate.ts", hosted.slice(0, 1)),
  ...lines(2, "app/server/http/server.ts", [...hosted, at("app/adapters/embedded/geolocation/countries.server.ts")]),
  ...lines(3, "app/transformations/running/worker.ts", hosted),
  ...lines(4, "app/adapters/hosted/gemini/cut-out-child.server.ts", []),
];

test("counts all processes of a hosted product, children included", () => {
  expect(hostedOnly([...product, ...lines(5, "app/server/http/server.ts", hosted)].join(""))).toEqual({
    processes: {
      "app/server/database/migrate.ts": 1,
      "app/server/http/server.ts": 2,
      "app/transformations/running/worker.ts": 1,
      "app/adapters/hosted/gemini/cut-out-child.server.ts": 1,
    },
    modules: 20,
  });
});

test.each([
  "app/adapters/embedded/session-secret.server.ts",
  "app/adapters/embedded/payment-sandbox/sandbox.server.ts",
  "node_modules/@electric-sql/pglite/dist/index.js",
  "node_modules/bcryptjs/index.js",
  "node_modules/@techstark/opencv-js/dist/opencv.js",
])("names a child that loads %s", (path) => {
  const child = lines(6, "app/photos/a-child.server.ts", [at(path)]);
  expect(() => hostedOnly([...product, ...child].join(""))).toThrow(`app/photos/a-child.server.ts: ${at(path)}`);
});

test.each(["app/adapters/sight/judge-child.server.ts", "app/adapters/embedded/darkroom/darkroom-child.server.ts"])(
  "allows %s, which checks results or makes ID photos, to load the nets' libraries",
  (file) => {
    const child = lines(6, file, [
      at("node_modules/@techstark/opencv-js/dist/opencv.js"),
      at("app/adapters/embedded/darkroom/darkroom.server.ts"),
    ]);
    expect(hostedOnly([...product, ...child].join("")).processes).toMatchObject({ [file]: 1 });
  },
);

test("reports a worker that could not be observed", () => {
  const without = product.filter((line) => !line.includes("worker.ts"));
  expect(() => hostedOnly(without.join(""))).toThrow(
    /^app\/transformations\/running\/worker\.ts was not heard to load database/,
  );
});
