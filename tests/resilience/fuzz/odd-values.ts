import type { SeededRandom } from "../seeded-random.ts";

const odd = [
  ...["", " ", "[object Object]", "' or 1=1 --", '"; drop table profiles; --', "+234 800 000"],
  ...["\u0000", "a\u0000b", "\uD800", "\uDFFF\uD800", "\u202Eevil", "\uFEFF", "é".normalize("NFD")],
  ...["\r\nSet-Cookie: a=b", "a\tb\nc\vd"],
  ...["💎".repeat(50), "9".repeat(400), "x".repeat(5_000), `${"a".repeat(300)}@example.com`],
  ...String.raw`0 -1 1e309 NaN null undefined true 2147483648 -9223372036854775809 0x10 1;2 a,b {} [[[[ {"a":1}
    __proto__ constructor toString \${7*7}{{7*7}} <script>alert(1)</script>
    ../../../../etc/passwd ..%2f..%2f %00 //evil.example /\evil.example http://127.0.0.1:1/ file:///etc/passwd
    javascript:alert(1) data:text/html,x someone@example.com a@b 2026-02-30T25:61:61Z
    00000000-0000-0000-0000-000000000000 00000000-0000-0000-0000-00000000000g ffffffff-ffff-4fff-bfff-ffffffffffff
    {00000000-0000-0000-0000-000000000000} portrait-studio surprise-me starter png 320.webp full`.split(/\s+/),
] as [string, ...string[]];

export const oddValue = (random: SeededRandom) => random.pick(odd);

/** Names of fields, parameters and headers that our pages send. `fieldName` sometimes replaces them by odd values. */
const names = `email password confirmPassword currentPassword fullName displayName name next token_hash type draft step
  job key do back image photo photos prompt userId package currency reference trxref cancelled button fault reason
  details replyTo publicId newName oldPublicId url filename fileName tool transformation preset remove box crop turn
  shape mode style background template attire pose angle subject page after before q sort view original keep _routes
  index _data uploadKey`.split(/\s+/) as [string, ...string[]];

export const fieldName = (random: SeededRandom) => (random.below(10) ? random.pick(names) : oddValue(random));

/** Percent-encodes a value as a browser would, or brokenly, or not at all. */
export function written(random: SeededRandom, value: string): string {
  const ways = [
    () => encodeURIComponent(value.toWellFormed()),
    () => value,
    () => `${encodeURIComponent(value.toWellFormed())}%`,
    () => `%E0%A4%A${value.slice(0, 3)}`,
    () => Buffer.from(value).toString("hex").replace(/../g, "%$&").slice(0, 600),
  ] as const;
  return random.below(3) ? ways[0]() : random.pick(ways)();
}
