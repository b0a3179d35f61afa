export function readGreeting(bytes: Buffer): { rest: Buffer } | null {
  const methods = bytes[1];
  if (methods === undefined || bytes.length < 2 + methods) return null;
  return { rest: bytes.subarray(2 + methods) };
}

export function readDestination(bytes: Buffer): { host: string; port: number; rest: Buffer } | null {
  const address = readAddress(bytes);
  if (!address || bytes.length < address.end + 2) return null;
  return { host: address.host, port: bytes.readUInt16BE(address.end), rest: bytes.subarray(address.end + 2) };
}

/** Version, command, reserved, then the kind of address: 1 is IPv4, 3 a name with its length before it. */
function readAddress(bytes: Buffer): { host: string; end: number } | null {
  const [, , , kind, first] = bytes;
  if (kind === undefined || first === undefined) return null;
  if (kind === 1) return bytes.length < 8 ? null : { host: bytes.subarray(4, 8).join("."), end: 8 };
  if (kind !== 3) throw new Error(`SOCKS address kind ${kind} is not served`);
  const end = 5 + first;
  return bytes.length < end ? null : { host: bytes.toString("latin1", 5, end), end };
}

export const acceptGreeting = Buffer.from([5, 0]);
const answer = (code: number) => Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]);
export const connected = answer(0);
export const unreachable = answer(4);
