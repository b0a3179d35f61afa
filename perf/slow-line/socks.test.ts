import { describe, expect, it } from "vitest";
import { readDestination, readGreeting } from "./socks.ts";

const toName = Buffer.from([5, 1, 0, 3, 9, ...Buffer.from("localhost"), 0x0b, 0xb8, 71]);
const toAddress = Buffer.from([5, 1, 0, 1, 127, 0, 0, 1, 0, 80]);

describe("SOCKS messages", () => {
  it("reads a greeting of the stated length", () => {
    expect(readGreeting(Buffer.from([5, 2, 0]))).toBeNull();
    expect(readGreeting(Buffer.from([5, 1, 0, 9]))?.rest).toEqual(Buffer.from([9]));
  });

  it("reads a host and a port, or an address and a port", () => {
    expect(readDestination(toName)).toEqual({ host: "localhost", port: 3000, rest: Buffer.from([71]) });
    expect(readDestination(toAddress)).toMatchObject({ host: "127.0.0.1", port: 80 });
  });

  it("waits for the last byte of a message", () => {
    for (let length = 0; length < toAddress.length; length++) {
      expect(readDestination(toAddress.subarray(0, length))).toBeNull();
    }
    expect(readDestination(toName.subarray(0, 14))).toBeNull();
  });
});
