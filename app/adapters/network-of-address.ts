import { BlockList, isIPv4, isIPv6 } from "node:net";

/** Of no country: this machine, private and link-local networks (RFC 6890). */
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

/**
 * The network of a public address, as much of it as tells a country and less than tells a person: of IPv4 the first 24
 * bits, of IPv6 the first 48. Null for what is no address, or no public one.
 */
export function networkOfAddress(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIPv4(plain)) return local.check(plain, "ipv4") ? null : plain.replace(/\d+$/, "0");
  if (!isIPv6(plain) || local.check(plain, "ipv6")) return null;
  const [head = "", tail] = plain.split("::");
  const groups = head.split(":").filter(Boolean);
  // What "::" stands for, as far as the first three groups reach.
  if (tail !== undefined) while (groups.length + tail.split(":").filter(Boolean).length < 8) groups.push("0");
  const network = groups.concat(tail?.split(":").filter(Boolean) ?? []).slice(0, 3);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::`;
}
