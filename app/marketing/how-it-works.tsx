import type { ReactNode } from "react";
import { Artwork } from "../ui/artwork/artwork.tsx";
import { flowersSizes } from "./flowers-sizes.ts";
import { promises } from "./legal/promises.ts";

export function HowItWorks({ flowersInPage }: { flowersInPage: string }) {
  const flowers = { name: "flowers", alt: "", sizes: flowersSizes, inPage: flowersInPage } as const;
  const before = <Artwork {...flowers} half="before" />;
  const after = <Artwork {...flowers} half="after" />;
  return (
    <section className="mx-auto w-full max-w-page px-gutter py-section" id="how-it-works">
      <div className="mb-8">
        <h2>How It Works</h2>
      </div>
      <ol className="how-steps">
        <Step title="Upload Your Photo" text={`Straight from your phone, up to ${promises.uploadMegabytes} MB.`}>
          <div className="photo aspect-square">{before}</div>
        </Step>
        <Step title="Ai Enhancement" text="Choose what you want, or let Surprise Me decide.">
          <div className="split photo aspect-square">
            {before}
            {after}
          </div>
        </Step>
        <Step title="Download Result" text="Full resolution. Yours, and private.">
          <div className="photo aspect-square">{after}</div>
        </Step>
      </ol>
    </section>
  );
}

function Step({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li>
      {children}
      <div className="numbered">
        <h3>{title}</h3>
        <p className="text-ink-2">{text}</p>
      </div>
    </li>
  );
}
