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
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3">
      {quickActions.map(({ label, note, icon, path }) => (
        <Link
          key={label}
          className="grid min-h-[6.25rem] grid-rows-[auto_1fr] gap-3 rounded-lg bg-fill p-4 leading-[1.3] font-strong text-ink no-underline hover:bg-fill-2 forced-colors:[border:1px_solid_ButtonBorder] max-md:[&:last-child:nth-child(odd)]:col-span-full lg:[&:last-child:nth-child(odd)]:col-span-full"
          to={path}
        >
          <Icon name={icon} className="text-gem" />
          <span>
            {label} {note ? <small className="block text-sm font-normal text-ink-2">{note}</small> : null}
          </span>
        </Link>
      ))}
    </div>
  );
}
