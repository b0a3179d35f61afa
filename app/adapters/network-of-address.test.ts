import { expect, test } from "vitest";
import { networkOfAddress } from "./network-of-address.ts";

test.each([
  ["105.112.17.203", "105.112.17.0"],
  ["::ffff:105.112.17.203", "105.112.17.0"],
  ["2c0f:f248:12:3456::1", "2c0f:f248:12::"],
  ["2c0f:F248::1", "2c0f:f248:0::"],
  ["2c0f:f248:0012:1:2:3:4:5", "2c0f:f248:12::"],
])("maps %s to the network %s", (address, network) => {
  expect(networkOfAddress(address)).toBe(network);
});

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "100.64.3.4",
  "192.168.1.9",
  "172.20.0.1",
  "169.254.169.254",
  "::1",
  "fe80::1",
  "fd00::7",
  "::ffff:10.0.0.1",
  "",
  "unknown",
  "105.112.17.203, 8.8.8.8",
])("maps %j to no public network", (address) => {
  expect(networkOfAddress(address)).toBeNull();
});
