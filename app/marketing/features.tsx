import type { ReactNode } from "react";
import { Icon, type IconName } from "../ui/icon.tsx";
import { Artwork } from "../ui/artwork/artwork.tsx";
import type { PictureName } from "../ui/artwork/pictures.ts";
import { heroSizes } from "./hero.tsx";
import heroInPage from "./hero-in-page.avif?inline";
import { promises } from "./legal/promises.ts";

const mediaSizes = "(min-width: 44rem) 35rem, 92vw";

const shown: { picture: PictureName; alt: string; title: string; text: string }[] = [
  {
    picture: "portraits",
    alt: "Three studio portraits: in a library, at sunset by the sea, in a restaurant",
    title: "AI Enhancement",
    text: "Lifts the light, corrects the colour, brings back detail, and takes your portrait to 18 places.",
  },
  {
    picture: "backdrops",
    alt: "A man before a wall, and the same photo with a beige and a blue background",
    title: "Background Engine",
    text: "Remove, replace or redesign the background.",
  },
  {
    picture: "styles",
    alt: "One photo of a woman as a pencil sketch, an oil painting and a comic",
    title: "Pixel AI Art",
    text: "Painting, anime, cartoon and similar styles, as strong as you like.",
  },
];

interface Listed {
  icon: IconName;
  title: string;
  text: string;
}

/** Without a generative model the engine frames a portrait and keeps its clothes. */
function listed(generative: boolean): Listed[] {
  return [
    {
      icon: "portrait",
      title: "Attire Transformation",
      text: generative ? "Formal, casual, business, evening or sport." : "New outfits for your portrait: coming soon.",
    },
    {
      icon: "sparkle",
      title: "Pose & Angle Control",
      text: generative
        ? "Choose how you stand and where the camera is."
        : "Choose how close the camera is, and how it looks.",
    },
    {
      icon: "download",
      title: "High-Quality Export",
      text: `Download at full resolution, up to ${promises.longestSide} pixels, ready to print or post.`,
    },
  ];
}

export function Features({ generative }: { generative: boolean }) {
  return (
    <section className="mx-auto w-full max-w-page px-gutter" id="features">
      <h2>Features</h2>
      <p className="mt-2 mb-6 max-w-[60ch] text-lg text-ink-2">
        The people are computer-made; what Photogem does with their photos is real.
      </p>
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-3">
        {shown.map(({ picture, alt, title, text }) => (
          <li key={title} className="feature-card">
            <Artwork name={picture} alt={alt} sizes={mediaSizes} />
            <div>
              <h3>{title}</h3>
              <p className="text-ink-2">{text}</p>
            </div>
          </li>
        ))}
        {listed(generative).map(({ icon, title, text }) => (
          <li key={title} className="feature-card">
            <div>
              <Icon name={icon} />
              <h3>{title}</h3>
              <p className="text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function HowItWorks({ saveData }: { saveData: boolean }) {
  const inPage = saveData ? { inPage: heroInPage } : {};
  const picture = { name: "hero-enhance", alt: "", sizes: heroSizes, ...inPage } as const;
  const before = <Artwork {...picture} half="before" />;
  const after = <Artwork {...picture} half="after" />;
  return (
    <section className="mx-auto w-full max-w-page px-gutter py-section" id="how-it-works">
      <h2 className="mb-6">How It Works</h2>
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
