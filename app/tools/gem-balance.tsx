import { Link } from "react-router";
import { Icon } from "../ui/icon.tsx";

/** What the member has and what this costs; below one gem, the way to more. */
export function GemBalance({ gems }: { gems: number }) {
  const low = gems < 1;
  return (
    <div className={low ? "balance balance-low" : "balance"}>
      <p className="balance-n">
        <Icon name="gem" />
        <span>
          <strong className="num">
            {gems} {gems === 1 ? "gem" : "gems"}.
          </strong>{" "}
          <span className="muted">This uses 1.</span>
        </span>
      </p>
      {low ? (
        <Link className="btn btn-primary btn-sm" to="/buy-coins">
          Buy Gems
        </Link>
      ) : null}
    </div>
  );
}
