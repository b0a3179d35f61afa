import { brand } from "../brand.ts";
import { Compare } from "../ui/compare.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { Artwork, otherScreens } from "../ui/artwork/artwork.tsx";
import { flowersSizes } from "./flowers-sizes.ts";
import { pictureSources, pictureUrl } from "../ui/artwork/pictures.ts";
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

export function Hero({ flowersInPage }: { flowersInPage: string }) {
  return (
    <div className="mx-auto w-full max-w-page px-gutter">
      <link
        rel="preload"
        as="image"
        type="image/avif"
        media={otherScreens}
        href={pictureUrl("flowers", 720, "avif")}
        imageSrcSet={pictureSources("flowers", "avif")}
        imageSizes={flowersSizes}
        fetchPriority="high"
      />
      <section className="hero" id="home">
        <div className="grid grid-cols-1 content-center gap-5">
          <h1>{brand.tagline}</h1>
          <p className="max-w-measure text-lg text-ink-2">
            Any photo becomes a professional result: better lighting, refined details and cinematic quality, in one
            step.
          </p>
          <div className="hero-cta">
            <a className="btn btn-lg btn-primary" href="/register">
              Get Started
            </a>
            <a className="btn btn-lg btn-secondary" href="#features">
              Learn More
            </a>
          </div>
          <p className="text-sm text-ink-2">
            {`${promises.welcomeGems} free gems when you verify your email. One gem, one transformation.`}
          </p>
        </div>
        <Compare
          labels={{ before: "Before", after: "After" }}
          before={
            <Artwork
              name="flowers"
              half="before"
              alt="Flowers on a kitchen table, dim and flat"
              sizes={flowersSizes}
              inPage={flowersInPage}
              priority
            />
          }
          after={
            <Artwork
              name="flowers"
              half="after"
              alt="The same photo after AI Enhancement: brighter, with true colours"
              sizes={flowersSizes}
              inPage={flowersInPage}
              priority
            />
          }
        />
      </section>
      <ul className="trio">
        {cards.map(({ icon, title, text }) => (
          <li key={title}>
            <Icon name={icon} />
            <h2>{title}</h2>
            <p className="text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
