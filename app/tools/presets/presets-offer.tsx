import { Link } from "react-router";
import { packagesWith } from "../../gems/packages.ts";
import { buyGemsFor } from "../wizard/gem-balance.tsx";

interface PresetsOfferProps {
  next: string;
  /** True for presets of a refunded purchase. */
  has?: boolean;
}

export function PresetsOffer({ next, has = false }: PresetsOfferProps) {
  const bringing = packagesWith("Custom presets");
  return (
    <div className="grid grid-cols-1 gap-4 panel">
      <h2>Custom presets come with {bringing}</h2>
      <p>
        {has
          ? `We keep your presets. The purchase they came with was refunded, so using them and saving more needs ${bringing} again.`
          : `A preset saves the choices of a finished result under a name. With the next photo, one tap repeats them. Buy ${bringing} once, and presets stay yours.`}
      </p>
      <p>
        <Link className="btn-primary" to={buyGemsFor(next)}>
          Buy Gems
        </Link>
      </p>
    </div>
  );
}
