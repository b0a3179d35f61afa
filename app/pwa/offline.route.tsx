import type { PageHandle } from "../document.ts";
import { BrandMark } from "../ui/brand-mark.tsx";
import { PageTitle } from "../ui/page-head.tsx";

export const handle: PageHandle = { frame: "bare", sameForVisitors: true };

/** Every device caches this page, so it holds no member's data. */
export default function Offline() {
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter" data-offline-page>
      <PageTitle>You're offline</PageTitle>
      <meta name="robots" content="noindex" />
      <div className="notice">
        <BrandMark className="w-[4rem]" />
        <div className="grid grid-cols-1 gap-2">
          <h1>You're offline</h1>
          <p className="max-w-measure text-lg text-ink-2">
            This page needs a connection, and there is none right now. Your gems and photos are safe, and anything you
            started will finish.
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- an empty href is the requested page */}
          <a className="btn-lg btn-primary" href="">
            Try again
          </a>
        </div>
      </div>
    </main>
  );
}
