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

/** The landing page's first screen: what the product does, shown on one photo, and three reasons. */
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
      <section
        className="grid grid-cols-1 gap-8 pt-6 pb-12 md:grid-cols-[1.05fr_1fr] md:items-center md:gap-[clamp(1.5rem,4vw,3rem)] md:pt-8 md:pb-16"
        id="home"
      >
        <div className="grid grid-cols-1 content-center gap-5">
          <h1 className="text-hero leading-tight tracking-[-0.035em] md:max-xl:text-[calc(1rem+3.3vw)]">
            {brand.tagline}
          </h1>
          <p className="max-w-measure text-lg text-ink-2">
            Any photo becomes a professional result: better lighting, refined details and cinematic quality, in one
            step.
          </p>
          <div className="flex flex-wrap gap-3">
            <a className="btn btn-lg btn-primary max-md:flex-[1_1_8.5rem] max-md:px-4 md:flex-none" href="/register">
              Get Started
            </a>
            <a className="btn btn-lg btn-secondary max-md:flex-[1_1_8.5rem] max-md:px-4 md:flex-none" href="#features">
              Learn More
            </a>
          </div>
          <p className="text-sm text-ink-2">
            {`${promises.welcomeGems} free gems when you verify your email. One gem, one transformation.`}
          </p>
        </div>
        <Compare
          className="aspect-[4/5] max-h-[44rem] w-full"
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
      <ul className="grid gap-5 hairline-y py-8 md:grid-cols-3 md:gap-8">
        {cards.map(({ icon, title, text }) => (
          <li key={title} className="grid grid-cols-[auto_minmax(0,1fr)] grid-rows-[auto_1fr] gap-x-4">
            <Icon name={icon} className="row-span-2 mt-[0.1rem] size-7 text-gem" />
            <h2 className="text-lg leading-[1.3] tracking-[-0.012em]">{title}</h2>
            <p className="text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
