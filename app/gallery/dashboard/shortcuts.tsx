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
    <ul className="flex flex-wrap gap-2">
      {quickActions.map(({ label, note, icon, path }) => (
        <li key={label} className="flex">
          <Link className="btn-sm btn-secondary" to={path}>
            <Icon name={icon} className="text-gem" />
            {label} {note ? <span className="font-normal text-ink-2">{note}</span> : null}
          </Link>
        </li>
      ))}
    </ul>
  );
}
