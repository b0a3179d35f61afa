import { BackLink } from "../../ui/back-link.tsx";
import { PageTitle } from "../../ui/page-head.tsx";
import { PresetsOffer } from "./presets-offer.tsx";

export function NewPresetOffer({ back, next }: { back: { to: string; label: string }; next: string }) {
  return (
    <main id="main" className="mx-auto w-full max-w-narrow px-gutter pt-6 pb-16">
      <PageTitle>Save as preset</PageTitle>
      <BackLink to={back.to}>{back.label}</BackLink>
      <div className="mb-6 grid grid-cols-1 gap-2">
        <h1>Save as preset</h1>
      </div>
      <PresetsOffer next={next} />
    </main>
  );
}
