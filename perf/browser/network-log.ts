import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import { sum } from "../report.ts";
import { type Member, phone } from "./phone.ts";

export type Kind = "html" | "css" | "js" | "font" | "image" | "other";

export interface WireRequest {
  url: string;
  kind: Kind;
  status: number;
  /** Bytes on the wire with headers; 0 from the browser's cache. */
  bytes: number;
  /** The page cannot paint before this answer. */
  blocking: boolean;
}

/** Records the requests of a page from now on. */
export async function logNetwork(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Network.enable");
  const requests = new Map<string, WireRequest>();
  const open = new Set<string>();
  let lastSign = performance.now();
  const cached = new Set<string>();

  devTools.on("Network.requestWillBeSent", ({ requestId, request, type, renderBlockingBehavior }) => {
    if (!request.url.startsWith("http")) return;
    lastSign = performance.now();
    open.add(requestId);
    const blocking = /^(Blocking|InBodyParserBlocking)$/.test(renderBlockingBehavior ?? "");
    requests.set(requestId, { url: request.url, kind: kindOf(type), status: 0, bytes: 0, blocking });
  });
  devTools.on("Network.requestServedFromCache", ({ requestId }) => cached.add(requestId));
  devTools.on("Network.responseReceived", ({ requestId, response, type }) => {
    const request = requests.get(requestId);
    if (!request) return;
    request.status = response.status;
    request.kind = kindOf(type, response.mimeType);
    if (response.fromDiskCache || response.fromServiceWorker || response.fromPrefetchCache) cached.add(requestId);
    else request.bytes = response.encodedDataLength;
  });
  devTools.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request && !cached.has(requestId)) request.bytes += encodedDataLength;
  });
  const end = (requestId: string) => {
    lastSign = performance.now();
    open.delete(requestId);
  };
  devTools.on("Network.loadingFailed", ({ requestId }) => end(requestId));
  devTools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    end(requestId);
    const request = requests.get(requestId);
    if (request) request.bytes = cached.has(requestId) ? 0 : encodedDataLength;
  });

  return {
    requests: () => [...requests.values()],
    /** The page's DevTools session. */
    devTools,
    /** Waits until the network has been quiet for `quietMs`. @throws after `limitMs`. */
    async quiet(quietMs: number, limitMs: number): Promise<void> {
      const until = performance.now() + limitMs;
      while (open.size > 0 || performance.now() - lastSign < quietMs) {
        if (performance.now() > until) throw new Error(`${page.url()} was still loading after ${limitMs / 1000} s`);
        await pause(50);
      }
    },
  };
}

function kindOf(type: string | undefined, mimeType = ""): Kind {
  if (type === "Document") return "html";
  if (type === "Stylesheet" || mimeType === "text/css") return "css";
  if (type === "Script" || mimeType.endsWith("javascript")) return "js";
  if (type === "Font" || mimeType.startsWith("font/")) return "font";
  if (type === "Image" || mimeType.startsWith("image/")) return "image";
  return "other";
}

export const ofKind = (requests: readonly WireRequest[], kind: Kind): WireRequest[] =>
  requests.filter((request) => request.kind === kind);

/** Size on the wire, in units of 1000 bytes. */
export const kilobytes = (requests: readonly WireRequest[]): number => sum(requests.map(({ bytes }) => bytes)) / 1000;

/** React starts in the browser with React Router's client entry, built or in development. */
export const loadsReact = (requests: readonly WireRequest[]): boolean =>
  requests.some(({ url }) => new URL(url).pathname.includes("entry.client"));

/** Path and size of each request, for notes. */
export const listed = (requests: readonly WireRequest[]): string =>
  requests.map(({ url, bytes }) => `${new URL(url).pathname} ${(bytes / 1000).toFixed(1)}`).join(", ");

interface TwoVisits {
  member?: Member;
  /** Inspects the page after the first visit. */
  between?: (page: Page, first: readonly WireRequest[]) => Promise<unknown>;
}

/** Returns the requests of the phone's first visit to a page, and those of the second visit without the document. */
export async function visitTwice(browser: Browser, url: string, { member, between }: TwoVisits = {}) {
  await using context = await browser.newContext({ ...phone, ...(member ? { storageState: member } : {}) });
  const visit = async () => {
    const page = await context.newPage();
    const log = await logNetwork(page);
    await page.goto(url);
    await log.quiet(1_500, 20_000);
    return { page, requests: log.requests() };
  };
  const { page, requests: first } = await visit();
  await between?.(page, first);
  await page.close();
  const { requests } = await visit();
  return { first, again: requests.filter(({ kind, bytes }) => kind !== "html" && bytes > 0) };
}
