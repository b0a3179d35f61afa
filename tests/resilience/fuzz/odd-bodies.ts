import type { SeededRandom } from "../seeded-random.ts";
import { fieldName, oddValue, written } from "./odd-values.ts";

export interface OddBody {
  type: string;
  bytes: Buffer;
}

/** A value for a field: an odd one, or a member's id. */
export type Value = () => string;

const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);

function urlencoded(random: SeededRandom, value: Value): OddBody {
  const pairs = times(random.below(8), () => `${written(random, fieldName(random))}=${written(random, value())}`);
  const text = random.below(8)
    ? pairs.join("&")
    : random.pick(["&&&&==&=", "a=%zz&b=%", "%00=%00", "a[b][c]=1&a[4294967294]=2"]);
  return { type: "application/x-www-form-urlencoded", bytes: Buffer.from(text, "utf8") };
}

function json(random: SeededRandom, value: Value): OddBody {
  const depth = random.pick([100, 5_000, 100_000]);
  const object = () => Object.fromEntries(times(random.below(6), () => [fieldName(random), value()]));
  const paystack = () => ({
    event: random.pick(["charge.success", "refund.processed", "charge.dispute.resolve", "transfer.success", ""]),
    data: random.below(4) ? { ...object(), reference: value(), amount: random.pick([1, -1, 1e300, "x"]) } : value(),
  });
  const ways = [
    () => JSON.stringify(object()),
    () => JSON.stringify(paystack()),
    () => JSON.stringify([object(), value(), null]),
    () => "[".repeat(depth),
    () => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`,
    () => '{"__proto__":{"admin":true},"constructor":1}',
    () => '{"a":"\\ud800"}',
    () => JSON.stringify(object()).slice(0, -1),
    () => "\uFEFF{}",
    () => random.pick(["", "null", "1e999", '"x"', "{,}", "\u0000"]),
  ] as const;
  return { type: "application/json", bytes: Buffer.from(random.pick(ways)()) };
}

function multipart(random: SeededRandom, value: Value, photo: Buffer): OddBody {
  const boundary = random.pick(["----fuzz", "x".repeat(70), "a b", '"quoted"', "", "é", "----fuzz\u0000"]);
  const part = () => {
    const [name, file] = [fieldName(random), random.below(2) === 0];
    const disposition = random.below(8)
      ? `form-data; name="${name.replace(/[\r\n"]/g, "")}"${file ? `; filename="${oddValue(random)}"` : ""}`
      : random.pick(["form-data", "attachment", 'form-data; name="', "form-data; name*=UTF-8''%ff", ";;;;", ""]);
    const content = file
      ? random.pick([photo, photo.subarray(0, 40), Buffer.alloc(0), Buffer.from("<svg/>")])
      : Buffer.from(value());
    const type = file ? `Content-Type: ${random.pick(["image/jpeg", "image/svg+xml", "", "a/b; c=\u0000"])}\r\n` : "";
    return Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: ${disposition}\r\n${type}\r\n`),
      content,
      Buffer.from("\r\n"),
    ]);
  };
  const parts = times(random.below(6), part);
  const end = random.below(4)
    ? Buffer.from(`--${boundary}--\r\n`)
    : Buffer.from(random.pick(["", `--${boundary}`, "\r\n\r\n"]));
  const type = random.below(10)
    ? `multipart/form-data; boundary=${boundary}`
    : random.pick(["multipart/form-data", "multipart/mixed; boundary=x"]);
  return { type: type.replace(/[\u0000é]/g, "?"), bytes: Buffer.concat([...parts, end]) };
}

function bytes(random: SeededRandom): OddBody {
  const size = random.pick([0, 1, 17, 300, 20_000, 70_000, 300_000]);
  const types = ["text/plain", "application/octet-stream", "image/jpeg", "application/json; charset=utf-16"] as const;
  const type = random.pick([...types, "a", ";", "*/*"]);
  return { type, bytes: Buffer.from(times(size, () => random.below(256))) };
}

/** A body in a format that our routes read, well-formed or not, or random bytes. `photo` is an image file. */
export function oddBody(random: SeededRandom, value: Value, photo: Buffer): OddBody {
  const body = random.pick([
    () => urlencoded(random, value),
    () => urlencoded(random, value),
    () => json(random, value),
    () => multipart(random, value, photo),
    () => multipart(random, value, photo),
    () => bytes(random),
  ])();
  // One in ten bodies has a content type that may not match.
  return random.below(10)
    ? body
    : { ...body, type: random.pick(["application/json", "application/x-www-form-urlencoded", "text/html"]) };
}
