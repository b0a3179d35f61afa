import type { ReactNode } from "react";
import { BrandMark } from "../../ui/brand-mark.tsx";
import { PageTitle } from "../../ui/page-head.tsx";

interface NoticePageProps {
  title: string;
  lede: ReactNode;
  failed?: boolean;
  /** The page shows the toast's text itself, so the toast is only read out. */
  repeatsToast?: boolean;
  children: ReactNode;
}

export function MessagePage({ title, lede, failed = false, repeatsToast = false, children }: NoticePageProps) {
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter" data-repeats-toast={repeatsToast || undefined}>
      <PageTitle failed={failed}>{title}</PageTitle>
      <div className="notice">
        <BrandMark className="w-[4rem]" />
        <div className="grid grid-cols-1 gap-2">
          <h1>{title}</h1>
          <p className="max-w-measure text-lg text-ink-2">{lede}</p>
        </div>
        {children}
      </div>
    </main>
  );
}
