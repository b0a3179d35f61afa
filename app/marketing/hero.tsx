import type { ReactNode } from "react";
import { brand } from "../brand.ts";
import { landingScript } from "../inline-scripts.ts";
import { Compare } from "../ui/compare.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { Artwork, phones } from "../ui/artwork/artwork.tsx";
import { pictureSources, type PictureName, pictureUrl } from "../ui/artwork/pictures.ts";
import heroInPage from "./hero-in-page.avif?inline";
import { promises } from "./legal/promises.ts";

const cards: { icon: IconName; title: string; text: string }[] = [
  {
    icon: "clock",
    title: "Instant Results",
    text: "One tap starts it. Close the page if you like: your result waits for you.",
  },
  { icon: "portrait", title: "Studio Quality", text: "Light, detail and colour, balanced the way a studio would." },
  { icon: "gallery", title: "Any Photo Type", text: "People, food, products, places, from any phone." },
];

/** The same for every use of a picture of the hero, so that the browser reuses the file. */
export const heroSizes = "(min-width: 44rem) 27rem, 92vw";

interface Example {
  id: "enhance" | "portrait" | "art" | "background";
  label: string;
  before: string;
  after: string;
}

const room = "A woman in a room, as her phone took the photo";

/** The first is shown at once; the others load when chosen. */
const examples: [Example, ...Example[]] = [
  {
    id: "enhance",
    label: "Enhance",
    before: "A woman in a dark room: the photo is dim and grey",
    after: "The same photo after AI Enhancement: brighter, with true colours",
  },
  { id: "portrait", label: "Portrait", before: room, after: "The same woman in a sunny garden, a studio portrait" },
  { id: "art", label: "Art", before: room, after: "The same photo as a watercolour painting" },
  { id: "background", label: "Background", before: room, after: "The same woman before an orange and pink backdrop" },
];

interface HeroProps {
  signedIn: boolean;
  /** The browser sends Save-Data: phones stay with the small picture inside the page. */
  saveData: boolean;
  children: ReactNode;
}

export function Hero({ signedIn, saveData, children }: HeroProps) {
  return (
    <div className="mx-auto w-full max-w-page px-gutter">
      <link
        rel="preload"
        as="image"
        type="image/avif"
        media={saveData ? `not (${phones})` : undefined}
        href={pictureUrl("hero-enhance", 720, "avif")}
        imageSrcSet={pictureSources("hero-enhance", "avif")}
        imageSizes={heroSizes}
        fetchPriority="high"
      />
      <section className="hero" id="home">
        <h1>{brand.tagline}</h1>
        <div className="hero-lede">
          <p className="text-lg text-ink-2">
            Any photo becomes a professional result: better lighting, refined details and cinematic quality, in one
            step.
          </p>
          {signedIn ? null : (
            <p className="text-sm text-ink-2">
              {`${promises.welcomeGems} free gems when you verify your email. One gem, one transformation.`}
            </p>
          )}
        </div>
        <div className="hero-cta">
          <a className="btn-lg btn-primary" href={signedIn ? "/dashboard" : "/register"}>
            {signedIn ? "Dashboard" : "Get Started"}
          </a>{" "}
          <a className="btn-lg btn-secondary" href="#features">
            Learn More
          </a>{" "}
          {children}
        </div>
        <Examples saveData={saveData} />
        <ul className="trio">
          {cards.map(({ icon, title, text }) => (
            <li key={title}>
              <Icon name={icon} />
              <h2>{title}</h2>
              <p className="text-ink-2">{text}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** The stylesheet follows the radios, without a script. */
function Examples({ saveData }: { saveData: boolean }) {
  return (
    <div className="hero-picture">
      <Compare
        labels={{ before: "Before", after: "After" }}
        before={<Halves half="before" saveData={saveData} />}
        after={<Halves half="after" saveData={saveData} />}
      />
      <script dangerouslySetInnerHTML={{ __html: landingScript() }} />
      <fieldset>
        <legend className="sr-only">What Photogem makes of a photo</legend>
        <div className="seg">
          {examples.map(({ id, label }, place) => (
            <label key={id}>
              <input type="radio" name="example" id={id} defaultChecked={place === 0} />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  );
}

function Halves({ half, saveData }: { half: "before" | "after"; saveData: boolean }) {
  return examples.map(({ id, ...alt }, place) => (
    <div key={id} className={`example-${id}`}>
      {place ? null : <HeroInPage half={half} />}
      <Artwork
        name={`hero-${id}` satisfies PictureName}
        half={half}
        alt={alt[half]}
        sizes={heroSizes}
        priority={place === 0}
        {...(place === 0 && saveData ? { inPage: heroInPage } : {})}
      />
    </div>
  ));
}

/** Painted with the text, below the file until it loads (decision 30). */
function HeroInPage({ half }: { half: "before" | "after" }) {
  return <img className={`absolute inset-0 -z-1 of-${half}`} src={heroInPage} alt="" width="360" height="900" />;
}
