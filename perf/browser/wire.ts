import { get } from "node:http";
import { sum } from "../statistics.ts";
import type { Kind, WireRequest } from "./network-log.ts";

export const ofKind = (requests: readonly WireRequest[], kind: Kind): WireRequest[] =>
  requests.filter((request) => request.kind === kind);

/** On the wire, in units of 1000 bytes. */
export const kilobytes = (requests: readonly WireRequest[]): number => sum(requests.map(({ bytes }) => bytes)) / 1000;

/** Everything but the page's own HTML. */
export const besidesDocument = (requests: readonly WireRequest[]): WireRequest[] =>
  requests.filter(({ kind }) => kind !== "html");

/** React in the browser begins with React Router's client entry, built or in development. */
export const loadsReact = (requests: readonly WireRequest[]): boolean =>
  requests.some(({ url }) => new URL(url).pathname.includes("entry.client"));

/** Path and size of each request, for notes. */
export const listed = (requests: readonly WireRequest[]): string =>
  requests.map(({ url, bytes }) => `${new URL(url).pathname} ${(bytes / 1000).toFixed(1)}`).join(", ");

/** The body of an answer as it is on the wire, packed as browsers ask for it; bytes. */
export function wireSize(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(address, { headers: { "Accept-Encoding": "gzip, deflate, br" } }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => (bytes += chunk.length));
      response.once("error", reject);
      response.once("end", () => resolve(bytes));
    });
    request.once("error", reject);
  });
}
