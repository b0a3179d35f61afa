import type { ReactNode } from "react";
import { Link } from "react-router";
import { PageTitle } from "../ui/page-title.tsx";

export type SettingsTab = "profile" | "history";

/** What both tabs share. Tabs are addresses, so that they work without scripts and can be linked to. */
export function SettingsFrame({
  tab,
  failed = false,
  children,
}: {
  tab: SettingsTab;
  failed?: boolean;
  children: ReactNode;
}) {
  return (
    <main id="main" className="wrap page">
      <PageTitle failed={failed}>{tab === "history" ? "Transaction History, Settings" : "Settings"}</PageTitle>
      <h1 className="mb-4">Settings</h1>
      <nav className="tabs" aria-label="Settings">
        <Link to="/settings" aria-current={tab === "profile" ? "page" : undefined} preventScrollReset>
          Profile
        </Link>
        <Link to="/settings?tab=history" aria-current={tab === "history" ? "page" : undefined} preventScrollReset>
          Transaction History
        </Link>
        <Link to="/shares">Shared links</Link>
      </nav>
      {children}
    </main>
  );
}
