import { Link } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { PresetsOffer } from "./presets-offer.tsx";

/** In place of the name's field, for members who have not bought presets. */
export function NewPresetOffer({ back, next }: { back: { to: string; label: string }; next: string }) {
  return (
    <main id="main" className="mx-auto w-full px-gutter max-w-narrow pt-6 pb-16">
      <PageTitle>Save as preset</PageTitle>
      <Link className="link-back" to={back.to}>
        <Icon name="back" />
        {back.label}
      </Link>
      <div className="mb-6 grid grid-cols-1 gap-2">
        <h1>Save as preset</h1>
      </div>
      <PresetsOffer next={next} />
    </main>
  );
}
