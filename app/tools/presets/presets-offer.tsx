import { Link } from "react-router";
import { packagesWith } from "../../gems/packages.ts";
import { buyGemsFor } from "../wizard/gem-balance.tsx";

interface PresetsOfferProps {
  /** The page to come back to from buying. */
  next: string;
  /** True where presets are kept already, of a purchase that was refunded. */
  has?: boolean;
}

/** What presets are, and what brings them, for members who have not bought it. */
export function PresetsOffer({ next, has = false }: PresetsOfferProps) {
  const bringing = packagesWith("Custom presets");
  return (
    <div className="grid grid-cols-1 gap-4 panel">
      <h2>Custom presets come with {bringing}</h2>
      <p>
        {has
          ? `Your presets are kept here. The purchase that brought them was refunded, so using them and saving more needs ${bringing} again.`
          : `A preset keeps the choices of a finished result under a name. With the next photo, one press repeats them. Buy ${bringing} once, and presets stay yours.`}
      </p>
      <p>
        <Link className="btn btn-primary" to={buyGemsFor(next)}>
          Buy Gems
        </Link>
      </p>
    </div>
  );
}
