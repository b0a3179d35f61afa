import { Link } from "react-router";
import { toolList } from "../../tools/tool-list.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";

interface QuickAction {
  label: string;
  note?: string;
  icon: IconName;
  path: string;
}

/** The order of docs/product/specification.md, "Dashboard". */
const quickActions: QuickAction[] = [
  { label: "Buy More Gems", icon: "plus", path: "/buy-coins" },
  { label: "View History", icon: "gallery", path: "/gallery" },
  { label: "Background Remover", icon: "layers", path: toolList["background-engine"].path },
  { label: "Surprise Me", note: "Auto Enhance", icon: "sparkle", path: toolList["surprise-me"].path },
];

export function QuickActions() {
  return (
    <div className="quick">
      {quickActions.map(({ label, note, icon, path }) => (
        <Link key={label} to={path}>
          <Icon name={icon} />
          <span>
            {label} {note ? <small>{note}</small> : null}
          </span>
        </Link>
      ))}
    </div>
  );
}
