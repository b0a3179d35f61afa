import { Fragment } from "react";
import { NavLink, Link } from "react-router";
import { BrandLogo } from "../../ui/brand-mark.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import type { MemberHeader } from "./member-header.server.ts";
import { SectionLinks } from "./visitor-navigation.tsx";

interface MemberNavigationProps {
  member: MemberHeader;
  documentLinks: boolean;
  /** True on the landing page. */
  anchors?: boolean;
  added?: number | undefined;
}

export function MemberNavigation({ member, documentLinks, anchors = false, added }: MemberNavigationProps) {
  const gems = `${member.gems} ${member.gems === 1 ? "gem" : "gems"}. Buy Gems`;
  return (
    <header className="relative z-5 border-b bg-bg print:hidden">
      <div className="mx-auto flex min-h-[4rem] w-full max-w-page flex-wrap items-center gap-x-2 px-gutter">
        <Link
          className="mr-auto inline-flex min-h-tap items-center text-ink"
          to="/dashboard"
          reloadDocument={documentLinks}
        >
          <BrandLogo />
        </Link>{" "}
        <Link
          className="relative isolate mr-[calc(var(--spacing-tap)+0.5rem)] inline-flex min-h-tap items-center gap-[0.4rem] rounded-full px-[0.8rem] font-strong whitespace-nowrap text-ink tabular-nums no-underline before:absolute before:inset-x-0 before:inset-y-[0.2rem] before:-z-1 before:rounded-full before:bg-gem-soft before:content-[''] hover:before:bg-gem-soft-2 bar:mr-0 forced-colors:[border:1px_solid_ButtonBorder]"
          to="/buy-coins"
          reloadDocument={documentLinks}
          aria-label={gems}
        >
          <Icon name="gem" className="text-gem" />
          <span className={added ? "count-up" : undefined}>
            {added ? counted.map((part) => <i key={part} data-n={member.gems - Math.round(added * part)} />) : null}
            <span data-gem-balance>{member.gems}</span>
          </span>
        </Link>{" "}
        <nav className="hidden items-center gap-1 bar:flex" aria-label="Main">
          {anchors ? (
            <SectionLinks className="inline-flex min-h-tap items-center rounded-md px-3 font-medium text-ink no-underline hover:bg-fill" />
          ) : null}
          {memberLinks.map(({ to, label }) => (
            <Fragment key={to}>
              <NavLink
                className="inline-flex min-h-tap items-center rounded-md px-3 font-medium text-ink no-underline hover:bg-fill aria-[current=page]:underline aria-[current=page]:decoration-gem aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-[0.5em]"
                to={to}
                reloadDocument={documentLinks}
              >
                {label}
              </NavLink>{" "}
            </Fragment>
          ))}
        </nav>
        <details className="relative hidden bar:flex" data-menu>
          <summary
            className="grid min-h-tap min-w-tap place-items-center rounded-md hover:bg-fill"
            aria-label={`Account of ${member.displayName}`}
          >
            <Avatar member={member} />
          </summary>
          <nav className="menu-panel" aria-label="Account">
            <Who member={member} />
            <MenuLink to="/settings" icon="settings" documentLinks={documentLinks}>
              Settings
            </MenuLink>
            <Logout />
          </nav>
        </details>
        {/* The balance leaves room for this menu and does not move when the menu arrives later. */}
        <details className="relative -ml-[calc(var(--spacing-tap)+0.5rem)] bar:hidden" data-menu>
          <summary className="grid min-h-tap min-w-tap place-items-center rounded-md hover:bg-fill" aria-label="Menu">
            <Icon name="menu" />
          </summary>
          <nav className="menu-panel" aria-label="Menu">
            <Who member={member} />
            {anchors ? (
              <>
                <SectionLinks className={undefined} />
                <hr />
              </>
            ) : null}
            <MenuLink to="/buy-coins" icon="gem" documentLinks={documentLinks}>
              Gems <span className="ml-auto tabular-nums">{member.gems}</span>
            </MenuLink>
            {memberLinks.map(({ to, label, icon }) => (
              <MenuLink key={to} to={to} icon={icon} documentLinks={documentLinks}>
                {label}
              </MenuLink>
            ))}
            <MenuLink to="/settings" icon="settings" documentLinks={documentLinks}>
              Settings
            </MenuLink>
            <Logout />
          </nav>
        </details>
      </div>
    </header>
  );
}

/** Remaining shares of the bought gems while the counter runs, one number each. */
const counted = [1, 0.85, 0.7, 0.55, 0.4, 0.25, 0.1];

const memberLinks = [
  { to: "/gallery", label: "Gallery", icon: "gallery" },
  { to: "/dashboard", label: "Dashboard", icon: "dashboard" },
] as const;

function Avatar({ member }: { member: MemberHeader }) {
  if (member.avatarUrl)
    return (
      <img className="size-9 flex-none rounded-full bg-inverse" src={member.avatarUrl} alt="" width="36" height="36" />
    );
  return (
    <span
      className="grid size-9 flex-none place-items-center rounded-full bg-inverse leading-none font-strong text-on-inverse"
      aria-hidden="true"
    >
      {member.displayName.charAt(0).toUpperCase()}
    </span>
  );
}

function Who({ member }: { member: MemberHeader }) {
  return (
    <>
      <p className="grid p-3 leading-normal">
        <b>{member.displayName}</b>{" "}
        <span className="block max-w-full min-w-0 text-sm wrap-anywhere text-ink-2">{member.email}</span>
      </p>
      <hr />
    </>
  );
}

interface MenuLinkProps {
  to: string;
  icon: IconName;
  documentLinks: boolean;
  children: React.ReactNode;
}

function MenuLink({ to, icon, documentLinks, children }: MenuLinkProps) {
  return (
    <>
      <NavLink to={to} reloadDocument={documentLinks}>
        <Icon name={icon} />
        {children}
      </NavLink>{" "}
    </>
  );
}

function Logout() {
  return (
    <form method="post" action="/logout">
      <input type="hidden" name="device" value="this" />
      <button type="submit">
        <Icon name="back" />
        Logout
      </button>
    </form>
  );
}
