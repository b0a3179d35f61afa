import { addressesOf, lists, ownALittle, ownOneOfEverything, seenBy } from "./ownership/belongings.ts";
import { Person } from "./ownership/person.ts";
import { type Asked, requestsFor, verdictOn } from "./ownership/requests.ts";
import { routeIds, routesWithoutIds, targets } from "./ownership/targets.ts";
import { expect, join, newAccount, test } from "./product.ts";
import { cookieOf, sendRaw } from "./raw-request.ts";

test("the matrix covers every route or lists it as free of member data", () => {
  const known = [...targets.map(({ route }) => route), ...Object.keys(routesWithoutIds)];
  expect([...new Set(known)].sort()).toEqual([...routeIds.keys()].sort());
  expect(Object.keys(routesWithoutIds).filter((path) => path.includes(":"))).toEqual([]);
});

test("no member sees, guesses, renames, deletes, downloads or shares another's data", async ({ product, browser }) => {
  // The test sends thousands of requests.
  test.slow();
  const signedIn = async (fullName: string) => {
    const page = await browser.newPage();
    await join(page, product, newAccount(fullName));
    return new Person(product, await cookieOf(page));
  };
  const [ada, bayo] = await Promise.all([signedIn("Zuwaira Abubakar"), signedIn("Bayo Ade")]);
  const [adas, bayos] = await Promise.all([ownOneOfEverything(ada), ownALittle(bayo)]);
  const seen = async () => ({ adas: await seenBy(ada, addressesOf(adas)), bayos: await seenBy(bayo, lists) });
  const before = await seen();
  expect(Object.values(before.adas).filter((answer) => answer.startsWith("200"))).toHaveLength(
    Object.keys(before.adas).length - 2,
  );

  // Earlier journeys ran on this server too.
  const loggedBefore = product.output.length;
  const start = performance.now();
  const requests = targets.flatMap((target, place) => requestsFor(target, place, adas, bayos, bayo.cookie));
  const wrong: string[] = [];
  const ask = async (each: Asked) => {
    const verdict = verdictOn(each, await sendRaw(product, each.request), adas);
    if (verdict) wrong.push(verdict);
  };
  const [files, rest] = [requests.filter(takesPhoto), requests.filter((each) => !takesPhoto(each))];
  await atATime(8, rest, ask);
  await atATime(2, files, ask);
  const seconds = (performance.now() - start) / 1000;

  process.stdout.write(
    `\nMEASURED: ownership matrix: ${targets.length} places for an id on ${new Set(targets.map(({ route }) => route)).size} routes, ` +
      `${requests.length} different requests in ${seconds.toFixed(1)} s, ${wrong.length} not answered as they have to be\n`,
  );
  // A method is allowed for one address, but not for others with the same start or another spelling of a neighbour.
  for (const path of disguisesOf(`gallery/${bayos.portrait}/delete`)) {
    const answer = await sendRaw(product, { method: "DELETE", path, cookie: bayo.cookie, body: { form: {} } });
    expect.soft(answer.status, `DELETE ${path}`).toBe(405);
  }
  const uploaded = await bayo.upload("bayo.jpg", adas.uploadKey);
  expect.soft(uploaded.photoId, "a key counts for its sender only").not.toBe(adas.photoId);

  expect.soft(wrong).toEqual([]);
  const after = await seen();
  expect(addressesOf(adas).filter((address) => after.adas[address] !== before.adas[address])).toEqual([]);
  expect(lists.filter((address) => after.bayos[address] !== before.bayos[address])).toEqual([]);
  expect(product.output.slice(loggedBefore)).not.toMatch(/"level":50/);

  const job = adas.jobs["/pixel-art"];
  const photo = encodeURIComponent(adas.photoPublicId);
  const own = [
    await ada.post(`/gallery/${job}/rename`, { form: { name: "Mallory" } }),
    await ada.post(`/gallery/${job}/delete`, { form: {} }),
    await ada.post(`/shares/${adas.share.id}/revoke`, { form: {} }),
    await sendRaw(product, { method: "DELETE", path: `/api/images/${photo}`, cookie: ada.cookie }),
  ];
  expect(own.map(({ status }) => status)).toEqual([303, 303, 303, 200]);
});

const disguisesOf = (path: string) => [
  `/api/images/../../${path}`,
  `/api/images/%2e%2e/%2E./${path}`,
  `/api/images/..\\..\\${path}`,
  `/api/images/x/../../../${path}`,
  ...["upload", "Upload", "upload/", "%75pload", "rename", "RENAME", "rename?x=1"].map((name) => `/api/images/${name}`),
];

const takesPhoto = ({ target, method }: Asked) => Boolean(target.takesPhotos) && method.startsWith("POST");

/** Runs `act` for each element, with this many at the same time. */
async function atATime<Each>(together: number, all: Each[], act: (each: Each) => Promise<void>) {
  const left = all.values();
  const go = async () => {
    for (const each of left) await act(each);
  };
  await Promise.all(Array.from({ length: together }, go));
}
