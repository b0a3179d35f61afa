import { BlockList, isIPv4, isIPv6 } from "node:net";

const local = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  local.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  local.addSubnet(network, prefix, "ipv6");

/** IPv4 /24 or IPv6 /48: enough for a country, not for a person. Null for a private or malformed address (RFC 6890). */
export function networkOfAddress(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIPv4(plain)) return local.check(plain, "ipv4") ? null : plain.replace(/\d+$/, "0");
  if (!isIPv6(plain) || local.check(plain, "ipv6")) return null;
  const [head = "", tail] = plain.split("::");
  const groups = head.split(":").filter(Boolean);
  if (tail !== undefined) while (groups.length + tail.split(":").filter(Boolean).length < 8) groups.push("0");
  const network = groups.concat(tail?.split(":").filter(Boolean) ?? []).slice(0, 3);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::`;
}
