import { Link } from "react-router";
import { Icon } from "../../ui/icon.tsx";

/** Balance and price (`uses`, 1 by default); `buyFor` is the return page of a purchase. */
export function GemBalance({ gems, buyFor, uses = 1 }: { gems: number; buyFor: string; uses?: number }) {
  const low = gems < uses;
  return (
    <div className={low ? "balance balance-low" : "balance"}>
      <p className="balance-n">
        <Icon name="gem" />
        <span>
          <strong className="num">
            {gems} {gems === 1 ? "gem" : "gems"}.
          </strong>{" "}
          <span className="muted">This uses {uses}.</span>
        </span>
      </p>
      {low ? (
        <Link className="btn btn-primary btn-sm" to={buyGemsFor(buyFor)}>
          Buy Gems
        </Link>
      ) : null}
    </div>
  );
}

export const buyGemsFor = (path: string) => `/buy-coins?${new URLSearchParams({ next: path })}`;
