import { Link } from "react-router";
import { Icon } from "../../ui/icon.tsx";

/** Balance and price (`uses`, 1 by default); `buyFor` is the return page of a purchase. */
export function GemBalance({ gems, buyFor, uses = 1 }: { gems: number; buyFor: string; uses?: number }) {
  const low = gems < uses;
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-x-2 gap-y-1 rounded-lg px-3 py-2 forced-colors:[border:1px_solid_ButtonBorder] ${low ? "bg-warn-soft" : "bg-gem-soft"}`}
    >
      <p className="flex min-h-tap items-center gap-2">
        <Icon name="gem" className={low ? "text-warn" : "text-gem"} />
        <span>
          <strong className="font-strong tabular-nums">
            {gems} {gems === 1 ? "gem" : "gems"}.
          </strong>{" "}
          <span className="text-ink-2">This uses {uses}.</span>
        </span>
      </p>
      {low ? (
        <Link className="btn-sm btn-primary" to={buyGemsFor(buyFor)}>
          Buy Gems
        </Link>
      ) : null}
    </div>
  );
}

export const buyGemsFor = (path: string) => `/buy-coins?${new URLSearchParams({ next: path })}`;
