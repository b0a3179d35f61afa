import { z } from "zod";

const currency = z.enum(["GHS", "KES", "NGN", "USD", "ZAR"]);

/**
 * The product's calls, as Paystack's OpenAPI describes them (github.com/PaystackOSS/openapi at 9678dea,
 * dist/paystack.yaml). Amounts are whole numbers of a currency's smallest unit; unknown fields are refused here.
 */
const calls: { call: RegExp; query?: z.ZodType; body?: z.ZodType }[] = [
  {
    call: /^POST \/transaction\/initialize$/,
    body: z.strictObject({
      email: z.email(),
      amount: z.int(),
      currency,
      reference: z.string().regex(/^[-.=a-zA-Z0-9]+$/),
      callback_url: z.url(),
      metadata: z.object({}).loose(),
    }),
  },
  { call: /^GET \/transaction\/verify\/[^/]+$/ },
  { call: /^GET \/integration\/payment_session_timeout$/ },
  { call: /^POST \/refund$/, body: z.strictObject({ transaction: z.string(), amount: z.int().optional() }) },
  {
    call: /^GET \/refund$/,
    query: z.strictObject({
      perPage: z.coerce.number().int(),
      page: z.coerce.number().int(),
      from: z.iso.datetime(),
    }),
  },
];

/** Passes requests on, and records those that Paystack's OpenAPI does not describe. */
export function watchRequests(fetch: typeof globalThis.fetch = globalThis.fetch) {
  const undocumented: string[] = [];
  const watched: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const line = `${request.method} ${pathname}`;
    const text = await request.clone().text();
    const known = calls.find(({ call }) => call.test(line));
    const sent = [
      { schema: known?.query ?? z.strictObject({}), value: Object.fromEntries(searchParams) },
      { schema: known?.body ?? z.null(), value: text ? (JSON.parse(text) as unknown) : null },
    ];
    if (!known) undocumented.push(line);
    for (const { schema, value } of sent) {
      const { error } = schema.safeParse(value);
      if (known && error) undocumented.push(`${line}: ${z.prettifyError(error)}`);
    }
    if (!/^Bearer sk_(test|live)_\w+$/.test(request.headers.get("Authorization") ?? ""))
      undocumented.push(`${line}: no key`);
    return fetch(input, init);
  };
  return { fetch: watched, undocumented };
}
