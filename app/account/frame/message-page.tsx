import type { ReactNode } from "react";
import { BrandMark } from "../../ui/brand-mark.tsx";
import { PageTitle } from "../../ui/page-title.tsx";

interface NoticePageProps {
  title: string;
  lede: ReactNode;
  failed?: boolean;
  children: ReactNode;
}

export function MessagePage({ title, lede, failed = false, children }: NoticePageProps) {
  return (
    <main id="main" className="wrap">
      <PageTitle failed={failed}>{title}</PageTitle>
      <div className="notice">
        <BrandMark className="notice-mark" />
        <div className="stack stack-2">
          <h1>{title}</h1>
          <p className="lede">{lede}</p>
        </div>
        {children}
      </div>
    </main>
  );
}
