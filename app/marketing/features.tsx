import type { ReactNode } from "react";
import { Icon, type IconName } from "../ui/icon.tsx";
import { Artwork } from "../ui/artwork/artwork.tsx";
import { promises } from "./legal/promises.ts";
import { flowersSizes } from "./flowers-sizes.ts";

const mediaSizes = "(min-width: 44rem) 35rem, 60vw";

/** Some of these features need a generative model. */
const listed: { icon: IconName; title: string; text: string; needsModel?: true }[] = [
  {
    icon: "palette",
    title: "Pixel AI Art",
    text: "Painting, anime, cartoon and similar styles, as strong as you like.",
  },
  {
    icon: "portrait",
    title: "Attire Transformation",
    text: "Formal, casual, business, evening or sport.",
    needsModel: true,
  },
  {
    icon: "sparkle",
    title: "Pose & Angle Control",
    text: "Choose how you stand and where the camera is.",
    needsModel: true,
  },
  {
    icon: "download",
    title: "High-Quality Export",
    text: `Download at full resolution, up to ${promises.longestSide} pixels, ready to print or post.`,
  },
];

export function Features({ generative }: { generative: boolean }) {
  return (
    <section className="mx-auto w-full max-w-page px-gutter" id="features">
      <div className="mb-8">
        <h2>Features</h2>
      </div>
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-4">
        <li className="feature-card">
          <div className="split">
            <Artwork name="perfume" half="before" alt="" sizes={mediaSizes} />
            <Artwork name="perfume" half="after" alt="" sizes={mediaSizes} />
          </div>
          <div>
            <h3>AI Enhancement</h3>
            <p className="text-ink-2">Lifts the light, corrects the colour, brings back detail.</p>
          </div>
        </li>
        <li className="feature-card">
          <div>
            <Artwork name="backdrops" alt="" sizes={mediaSizes} />
          </div>
          <div>
            <h3>Background Engine</h3>
            <p className="text-ink-2">Remove, replace or redesign the background.</p>
          </div>
        </li>
        {listed.map(({ icon, title, text, needsModel }) => (
          <li key={title} className="feature-card xl:col-span-1">
            <div>
              <Icon name={icon} />
              <h3>{title}</h3>
              <p className="text-ink-2">{text}</p>
              {needsModel && !generative ? <p className="tag">With an AI model connected</p> : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

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
