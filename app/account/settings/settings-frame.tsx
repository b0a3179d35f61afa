import { type KeyboardEvent, type ReactNode, useSyncExternalStore } from "react";
import { Link } from "react-router";

export type SettingsTab = "profile" | "history";

const tabs = [
  { id: "profile", label: "Profile", to: "/settings" },
  { id: "history", label: "Transaction History", to: "/settings?tab=history" },
] as const;

/**
 * Tabs are links; scripts turn them into ARIA tabs with manual activation, because opening a tab
 * loads it from the server.
 */
export function SettingsFrame({ tab, children }: { tab: SettingsTab; children: ReactNode }) {
  const scripted = useScripted();
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter pt-6 pb-16">
      <h1 className="mb-4">Settings</h1>
      <nav className="flex flex-wrap gap-x-6 border-b" role={scripted ? "tablist" : undefined} aria-label="Settings">
        {tabs.map(({ id, label, to }) => {
          const open = id === tab;
          const asTab = { role: "tab", id: `tab-${id}`, "aria-selected": open, "aria-controls": "settings-panel" };
          return (
            <Link
              key={id}
              className="-mb-px inline-flex min-h-[3rem] items-center font-medium text-ink-2 no-underline [border-bottom:3px_solid_transparent] hover:text-ink data-open:border-gem data-open:font-strong data-open:text-ink"
              to={to}
              preventScrollReset
              tabIndex={scripted && !open ? -1 : undefined}
              aria-current={open && !scripted ? "page" : undefined}
              data-open={open || undefined}
              onKeyDown={scripted ? moveFocus : undefined}
              {...(scripted ? asTab : {})}
            >
              {label}
            </Link>
          );
        })}
      </nav>
      <div
        id="settings-panel"
        role={scripted ? "tabpanel" : undefined}
        aria-labelledby={scripted ? `tab-${tab}` : undefined}
      >
        {children}
      </div>
    </main>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const list = event.currentTarget.closest("[role=tablist]");
  const all = [...(list?.querySelectorAll<HTMLElement>("[role=tab]") ?? [])];
  const place = all.indexOf(event.currentTarget);
  if (event.key === " ") {
    event.preventDefault();
    all[place]?.click();
    return;
  }
  const to = {
    ArrowRight: (place + 1) % all.length,
    ArrowLeft: (place - 1 + all.length) % all.length,
    Home: 0,
    End: all.length - 1,
  }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  all[to]?.focus();
}

const never = () => () => {};

function useScripted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
