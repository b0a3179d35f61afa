import { Link } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { PresetsOffer } from "./presets-offer.tsx";

export function NewPresetOffer({ back, next }: { back: { to: string; label: string }; next: string }) {
  return (
    <main id="main" className="wrap wrap-s page">
      <PageTitle>Save as preset</PageTitle>
      <Link className="link-back" to={back.to}>
        <Icon name="back" />
        {back.label}
      </Link>
      <div className="page-head">
        <h1>Save as preset</h1>
      </div>
      <PresetsOffer next={next} />
    </main>
  );
}
