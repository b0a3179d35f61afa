/** `npm run smoke <origin>`: checks a deployed product from outside. Read-only. */

/** The result of one check. */
export interface CheckResult {
  what: string;
  value: string;
  ok: boolean;
}

interface Expectation {
  what: string;
  path: string;
  method?: "POST";
  status: number;
  location?: string;
  headers?: Record<string, RegExp>;
}

const hsts = { "strict-transport-security": /max-age=\d{7,}/ };
const policy = { "content-security-policy": /^(?!.*'unsafe-).*script-src .*frame-ancestors 'none'/ };

const expectations: Expectation[] = [
  { what: "the process answers", path: "/healthz", status: 200 },
  { what: "it is ready", path: "/readyz", status: 200 },
  { what: "the landing page, with its policy", path: "/", status: 200, headers: policy },
  { what: "signing in", path: "/login", status: 200, headers: policy },
  { what: "a member's page leads to signing in", path: "/dashboard", status: 302, location: "/login" },
  { what: "an API without a session", path: "/api/images/upload", method: "POST", status: 401 },
  { what: "a webhook without a signature", path: "/api/paystack/webhook", method: "POST", status: 401 },
  {
    what: "the service worker, never from a cache",
    path: "/sw.js",
    status: 200,
    headers: { "cache-control": /no-cache/ },
  },
  { what: "the mailbox page is not there", path: "/mailbox", status: 404 },
  { what: "the payment sandbox is not there", path: "/sandbox/paystack/x", status: 404 },
  { what: "metrics are not public", path: "/metrics", status: 404 },
];

/** Requests a deployed product as a visitor without cookies. An https origin must also send HSTS. */
async function smoke(origin: string): Promise<CheckResult[]> {
  const seen: CheckResult[] = [];
  for (const expectation of expectations) seen.push(await check(origin, expectation));
  if (origin.startsWith("https:")) {
    seen.push(await check(origin, { what: "https stays https", path: "/", status: 200, headers: hsts }));
    const plain = origin.replace("https:", "http:");
    seen.push(await check(plain, { what: "http leads to https", path: "/", status: 301 }));
  }
  return seen;
}

async function check(origin: string, { what, path, method, status, location, headers = {} }: Expectation) {
  try {
    const answer = await fetch(origin + path, {
      method: method ?? "GET",
      redirect: "manual",
      headers: method === "POST" ? { Origin: origin, "Sec-Fetch-Site": "same-origin" } : {},
      signal: AbortSignal.timeout(10_000),
    });
    await answer.arrayBuffer();
    const to = answer.headers.get("location")?.replace(origin, "") ?? "";
    const lacking = Object.entries(headers).filter(([name, value]) => !value.test(answer.headers.get(name) ?? ""));
    const ok = answer.status === status && to.startsWith(location ?? "") && !lacking.length;
    const rest = [to && `to ${to}`, ...lacking.map(([name]) => `${name} is not as it should be`)].filter(Boolean);
    return { what, value: [answer.status, ...rest].join(", "), ok };
  } catch (error) {
    return { what, value: error instanceof Error ? error.message : String(error), ok: false };
  }
}

const origin = process.argv[2];
if (!origin || !URL.canParse(origin)) {
  process.stderr.write("Name the origin: npm run smoke https://photogem.example\n");
  process.exit(2);
}
const seen = await smoke(new URL(origin).origin);
for (const { what, value, ok } of seen) process.stdout.write(`${ok ? "ok    " : "NOT OK"}  ${what}: ${value}\n`);
if (seen.some(({ ok }) => !ok)) process.exitCode = 1;
