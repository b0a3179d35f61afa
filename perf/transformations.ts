import type { Browser, Page } from "@playwright/test";
import { phone } from "./browser/chromium.ts";
import type { Member } from "./members.ts";

interface PhotoFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A member's photos, uploaded and waiting for their start. */
export interface PreparedTransformations {
  /** Starts all; returns when the server has taken each. */
  start(): Promise<void>;
  /** Whether any of the started ones is still in work. */
  working(): Promise<boolean>;
  close(): Promise<void>;
}

/** Uploads through the product's own pages, without JavaScript so that the browser leaves the processor alone. */
export async function prepareTransformations(
  browser: Browser,
  url: string,
  member: Member,
  photos: PhotoFile[],
): Promise<PreparedTransformations> {
  const context = await browser.newContext({ ...phone, storageState: member, javaScriptEnabled: false });
  const pages: Page[] = [];
  for (const photo of photos) {
    const page = await context.newPage();
    await page.goto(`${url}/surprise-me`);
    await page.setInputFiles("input[type=file]", photo);
    await page.click("form:has(input[type=file]) button");
    await page.waitForURL(/\?draft=/);
    pages.push(page);
  }
  const jobs: string[] = [];
  const submit = async (page: Page) => {
    await page.click("form[action*='step='] button.btn-primary");
    await page.waitForURL(/\?job=/);
    jobs.push(new URL(page.url()).searchParams.get("job") ?? "");
    await page.goto("about:blank"); // the page would go on asking how far the work is
  };
  const working = async (job: string) => {
    const answer = await context.request.get(`${url}/api/transformations/${job}`);
    const { status } = (await answer.json()) as { status?: string };
    if (status === "failed") throw new Error("the engine failed");
    return status === "processing";
  };
  return {
    start: async () => {
      await Promise.all(pages.map(submit));
    },
    // One question at a time: what is measured is the engine beside visitors, not this.
    working: async () => {
      while (jobs[0] !== undefined && !(await working(jobs[0]))) jobs.shift();
      return jobs.length > 0;
    },
    close: () => context.close(),
  };
}
