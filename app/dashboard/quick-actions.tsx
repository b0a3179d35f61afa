import { Link } from "react-router";
import { isToolId, tools } from "../tools/catalogue.ts";
import { Icon, type IconName } from "../ui/icon.tsx";

interface QuickAction {
  label: string;
  note?: string;
  icon: IconName;
  /** A page's path, or the id of a tool: those not offered yet are left out. */
  leadsTo: { path: string } | { tool: string };
}

/** In the order of spec.md, point 2. */
const quickActions: QuickAction[] = [
  { label: "Buy More Gems", icon: "plus", leadsTo: { path: "/buy-coins" } },
  { label: "View History", icon: "gallery", leadsTo: { path: "/gallery" } },
  { label: "Background Remover", icon: "layers", leadsTo: { tool: "background-engine" } },
  { label: "Surprise Me", note: "Auto Enhance", icon: "sparkle", leadsTo: { tool: "surprise-me" } },
];

export function QuickActions() {
  return (
    <div className="quick">
      {quickActions.map(({ label, note, icon, leadsTo }) => {
        const path = pathOf(leadsTo);
        if (!path) return null;
        return (
          <Link key={label} to={path}>
            <Icon name={icon} />
            <span>
              {label} {note ? <small>{note}</small> : null}
            </span>
          </Link>
        );
      })}
    </div>
  );
}

function pathOf(leadsTo: QuickAction["leadsTo"]): string | null {
  if ("path" in leadsTo) return leadsTo.path;
  return isToolId(leadsTo.tool) ? tools[leadsTo.tool].path : null;
}
