import { randomUUID } from "node:crypto";
import { type AddressInfo, createServer } from "node:net";
import { expect, type Product, test } from "./product.ts";
import { Person } from "./ownership/person.ts";
import { cookieOf, sendRaw } from "./raw-request.ts";

/** A foreign server, the product's own origin, and the member's own picture. */
interface Places {
  port: number;
  origin: string;
  picture: string;
}

const loopback = [
  "127.0.0.1",
  "localhost",
  "localhost.",
  "0",
  "0.0.0.0",
  "127.1",
  "0x7f000001",
  "0x7f.0.0.1",
  "2130706433",
  "017700000001",
  "①②⑦.⓪.⓪.①",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[0:0:0:0:0:ffff:7f00:1]",
];
const privateAddresses = [
  "10.0.0.1",
  "172.16.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "[fd00::1]",
  "metadata.google.internal",
];

const hostileUrls = ({ port, origin, picture }: Places): string[] => [
  ...loopback.map((host) => `http://${host}:${port}${picture}`),
  ...privateAddresses.map((host) => `http://${host}${picture}`),
  ...["https", "ftp", "gopher", "ws"].map((scheme) => `${scheme}://127.0.0.1:${port}${picture}`),
  "file:///etc/passwd",
  `file://${picture}`,
  "data:image/png;base64,iVBORw0KGgo=",
  "javascript:alert(1)",
  `blob:${origin}/${randomUUID()}`,
  `//127.0.0.1:${port}${picture}`,
  `\\\\127.0.0.1:${port}${picture}`,
  `/\\127.0.0.1:${port}${picture}`,
  `http:\\\\127.0.0.1:${port}${picture}`,
  `http:127.0.0.1:${port}${picture}`,
  `/\t/127.0.0.1:${port}${picture}`,
  `http://\u0000127.0.0.1:${port}${picture}`,
  ` \u0001http://127.0.0.1:${port}${picture} `,
  `http://127.0.0.1:${port}/${"x".repeat(5_000)}`,
  // Our own host name, but not our own origin.
  `http://localhost:${port}${picture}`,
  `${origin}@127.0.0.1:${port}${picture}`,
  `${origin.replace("http:", "https:")}${picture}`,
  origin.replace("//", "//user:secret@") + picture,
  origin.replace("//", "//user@") + picture,
  `${origin}.evil.example${picture}`,
  `http://evil.example/#${origin}${picture}`,
  `http://evil.example/?${origin}${picture}`,
  // Our own origin, but no picture.
  `${origin}/healthz`,
  "/healthz",
  "/dashboard",
  `/s/${randomUUID().replaceAll("-", "")}`,
  `/s/${randomUUID().replaceAll("-", "")}/640.webp`,
  "/api/download?url=/healthz",
  "/images/../healthz",
  `${picture}/../../../healthz`,
  `/images/%2e%2e/healthz`,
  `/images/%252e%252e/full`,
  picture.replaceAll("/", "%2F"),
  picture.replaceAll("/", "%252F"),
  picture.replace("/full", "%00/full"),
  picture.replace("/full", "\u0000/full"),
  `${picture}/`,
  `${picture}%00`,
  `.${picture}/..`,
  picture.toUpperCase(),
  `/images/${"x".repeat(5_000)}/full`,
  "images",
  ".",
  " ",
  "",
];

/** File names that no browser sends for a photo. */
const hostileNames = [
  "a\r\nSet-Cookie: theirs=1\r\n\r\n<html>",
  "a\nb\u0000c\u007f",
  'a"; filename="evil.exe',
  "a'; filename*=UTF-8''evil.exe",
  "../../etc/passwd",
  "C:\\Windows\\evil.exe",
  "evil.exe",
  "photo\u202egpj.exe",
  "\u2066\u200fphoto\u2069\u200b",
  ".htaccess",
  "%0d%0aSet-Cookie:%20theirs=1",
  "<script>alert(1)</script>",
  "ọmọ Lagos 😀",
  "x".repeat(5_000),
  "é".repeat(1_500),
  "",
];

test("downloads serve only the member's own pictures and fetch no foreign address", async ({
  page,
  product,
  member: _member,
}) => {
  const person = new Person(product, await cookieOf(page));
  const { photoId } = await person.upload("lagos.jpg", randomUUID());
  const outputBefore = product.output.length;
  let connections = 0;
  const listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, "::", resolve));
  const { port } = listener.address() as AddressInfo;
  const picture = `/images/${photoId}/full`;
  const asked = hostileUrls({ port, origin: product.url, picture });
  const wrong: string[] = [];
  for (const url of asked) {
    const { status, body, headers } = await person.get(`/api/download?${new URLSearchParams({ url, filename: "a" })}`);
    const isRefused = status === 400 && headers["content-type"]?.startsWith("application/json") && errorIn(body);
    if (!isRefused || headers["content-disposition"]) wrong.push(`${status} ${JSON.stringify(url.slice(0, 150))}`);
  }
  const evil = `http://127.0.0.1:${port}${picture}`;
  for (const query of ["", `url=${picture}&url=${evil}`, `url=${evil}&url=${picture}`, `url[]=${picture}`]) {
    const { status, body } = await person.get(`/api/download?${query}`);
    if (status !== 400 || !errorIn(body)) wrong.push(`${status} ?${query}`);
  }
  for (const missing of [`/images/${randomUUID()}/full`, `/images/${"-".repeat(36)}/full`]) {
    const { status, body } = await person.get(`/api/download?url=${missing}`);
    if (status !== 404 || !errorIn(body)) wrong.push(`${status} ${missing}`);
  }
  const made = connections;
  await expect(fetch(evil), "the listener counts connections").rejects.toThrow();
  expect(connections).toBe(made + 1);
  await new Promise((resolve) => listener.close(resolve));
  process.stdout.write(
    `\nMEASURED: hostile downloads: ${asked.length + 6} addresses, ${wrong.length} not refused, ${made} connections made\n`,
  );
  expect(made).toBe(0);
  expect(wrong).toEqual([]);
  const logged = product.output.slice(outputBefore);
  expect(logged, "the log has the refusal").toContain("refused to download");
  expect(logged, "the log has no requested address").not.toMatch(/127\.0\.0\.1|169\.254|etc\/passwd/);
  expect(logged).not.toMatch(/"level":50/);
});

test("any file name produces a safe header", async ({ page, product, member: _member }) => {
  const person = new Person(product, await cookieOf(page));
  const { photoId } = await person.upload("lagos.jpg", randomUUID());
  const url = `/images/${photoId}/full`;
  const { body: picture } = await person.get(url);
  for (const filename of hostileNames) {
    const answer = await person.get(`/api/download?${new URLSearchParams({ url, filename })}`);
    const what = JSON.stringify(filename.slice(0, 60));
    expect(answer.status, what).toBe(200);
    expect(answer.body === picture, what).toBe(true);
    expect(answer.headers["content-type"], what).toBe("image/jpeg");
    expect(answer.headers["x-content-type-options"], what).toBe("nosniff");
    expect(answer.headers["set-cookie"]?.join(), what).toBeUndefined();
    const header = answer.headers["content-disposition"] ?? "";
    expect(header, what).toMatch(
      /^attachment; filename="[\w-]{1,80}\.jpg"(; filename\*=UTF-8''[\w%.~!$&+^`|-]+\.jpg)?$/,
    );
    expect(header.length, what).toBeLessThan(2_500);
    const full = decodeURIComponent(header.split("UTF-8''")[1] ?? "");
    // No line breaks, path separators or direction marks.
    expect(full, what).not.toMatch(/[\u0000-\u001f\u007f"\\/:]|[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
  }
});

test("a failed download redirects only within this site", async ({ page, product, member: _member }) => {
  const cookie = await cookieOf(page);
  const back = async (referer: string) => {
    const headers = { "Sec-Fetch-Dest": "document", Referer: referer };
    const path = "/api/download?url=http://127.0.0.1/";
    const answer = await sendRaw(product, { path, cookie, headers });
    return `${answer.status} ${answer.headers.location}`;
  };
  expect(await back(`${product.url}/gallery?view=list`)).toBe("302 /gallery?view=list");
  for (const referer of elsewhere(product)) expect(await back(referer), referer).toBe("302 /gallery");
});

test("a signed-out visitor downloads nothing", async ({ product }) => {
  const urls = [`/images/${randomUUID()}/full`, "http://127.0.0.1/", "file:///etc/passwd", ""];
  for (const url of urls) {
    const answer = await sendRaw(product, { path: `/api/download?url=${url}` });
    expect([answer.status, errorIn(answer.body)]).toEqual([401, "User authentication required"]);
  }
});

const elsewhere = ({ url }: Product) => [
  "https://evil.example/gallery",
  `${url}.evil.example/gallery`,
  `${url}@evil.example/`,
  `${url}//evil.example/`,
  `${url}/\\evil.example/`,
  "",
];

/** The `error` of a JSON response; undefined for other responses, or with other fields beside it. */
function errorIn(body: string): string | undefined {
  try {
    const { error, ...rest } = JSON.parse(body) as { error?: unknown };
    return typeof error === "string" && !Object.keys(rest).length ? error : undefined;
  } catch {
    return undefined;
  }
}
