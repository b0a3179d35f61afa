import { NavLink, Link } from "react-router";
import { BrandLogo } from "../../ui/brand-mark.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import type { MemberHeader } from "./member-header.server.ts";

export function MemberNavigation({ member, documentLinks }: { member: MemberHeader; documentLinks: boolean }) {
  const gems = `${member.gems} ${member.gems === 1 ? "gem" : "gems"}. Buy Gems`;
  return (
    <header className="bar">
      <div className="wrap bar-in">
        <Link className="logo" to="/dashboard" reloadDocument={documentLinks}>
          <BrandLogo />
        </Link>
        <Link className="gem-badge" to="/buy-coins" reloadDocument={documentLinks} aria-label={gems}>
          <Icon name="gem" />
          <span className="num" data-gem-balance>
            {member.gems}
          </span>
        </Link>
        <nav className="bar-links" aria-label="Main">
          {memberLinks.map(({ to, label }) => (
            <NavLink key={to} className="nav-link" to={to} reloadDocument={documentLinks}>
              {label}
            </NavLink>
          ))}
        </nav>
        <details className="menu menu-wide" data-menu>
          <summary aria-label={`Account of ${member.displayName}`}>
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
        <details className="menu menu-small" data-menu>
          <summary aria-label="Menu">
            <Icon name="menu" />
          </summary>
          <nav className="menu-panel" aria-label="Menu">
            <Who member={member} />
            <MenuLink to="/buy-coins" icon="gem" documentLinks={documentLinks}>
              Gems<span className="menu-end">{member.gems}</span>
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

const memberLinks = [
  { to: "/gallery", label: "Gallery", icon: "gallery" },
  { to: "/dashboard", label: "Dashboard", icon: "dashboard" },
] as const;

function Avatar({ member }: { member: MemberHeader }) {
  if (member.avatarUrl) return <img className="avatar" src={member.avatarUrl} alt="" width="36" height="36" />;
  return (
    <span className="avatar" aria-hidden="true">
      {member.displayName.charAt(0).toUpperCase()}
    </span>
  );
}

function Who({ member }: { member: MemberHeader }) {
  return (
    <>
      <p className="menu-who">
        <b>{member.displayName}</b>
        <span className="small muted wraps">{member.email}</span>
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
    <NavLink to={to} reloadDocument={documentLinks}>
      <Icon name={icon} />
      {children}
    </NavLink>
  );
}

function Logout() {
  return (
    <form method="post" action="/logout">
      <button>
        <Icon name="back" />
        Logout
      </button>
    </form>
  );
}
