/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll the slides only with the focus */
import type { ReactNode } from "react";
import { redirectMembers } from "../account/sign-in/session-redirects.server.ts";
import { Artwork } from "../ui/artwork/artwork.tsx";
import { brand } from "../brand.ts";
import type { PageHandle } from "../document.ts";
import { BrandLogo } from "../ui/brand-mark.tsx";
import { Icon } from "../ui/icon.tsx";
import type { Route } from "./+types/mobile.route";
import { photoSightContext } from "../photos/advice/photo-sight.ts";
import { heroSizes } from "./hero.tsx";
import { TryForm } from "./try/try-form.tsx";

export const handle: PageHandle = { frame: "bare", sameForVisitors: true };

/** The installed app's start page; redirects members (decision 18). */
export async function loader({ context }: Route.LoaderArgs) {
  await redirectMembers(context);
  return { offersTryout: context.get(photoSightContext) !== null };
}

const slideSizes = "(min-width: 28rem) 26rem, 92vw";

interface Slide {
  title: string;
  text: string;
  picture: ReactNode;
}

const slides: Slide[] = [
  {
    title: "AI Magic",
    text: "Better light, sharper detail, richer colour. One tap does it.",
    picture: (
      <div className="split">
        <Artwork name="hero-enhance" half="before" alt="" sizes={heroSizes} priority />
        <Artwork
          name="hero-enhance"
          half="after"
          alt="A woman in a dark room: the photo is dim on the left, bright and clear on the right"
          sizes={heroSizes}
          priority
        />
      </div>
    ),
  },
  {
    title: "Easy Transformations",
    text: "New light, new background, new style. Just choose.",
    picture: (
      <Artwork
        name="easy"
        alt="One photo of a woman in four ways: in a garden, before a bright backdrop, as a watercolour, as a sketch"
        sizes={slideSizes}
      />
    ),
  },
  {
    title: "Photo Gallery",
    text: "Every result is kept safe and private, and is yours to download.",
    picture: <Artwork name="gallery" alt="Four enhanced photos" sizes={slideSizes} />,
  },
];

/** Dots are links, so swiping needs no script; the controls come first for the keyboard. */
export default function MobileWelcome({ loaderData: { offersTryout } }: Route.ComponentProps) {
  return (
    <div className="welcome mx-auto grid min-h-dvh w-full max-w-[28rem] grid-cols-1 grid-rows-[auto_1fr] roomy:grid-rows-[auto_auto] roomy:content-center lying:max-w-[52rem]">
      <title>{`Welcome · ${brand.name}`}</title>
      <header className="mx-auto flex min-h-[4rem] w-full max-w-page flex-wrap items-center gap-x-2 px-gutter">
        <a className="mr-auto inline-flex min-h-tap items-center text-ink" href="/mobile">
          <BrandLogo />
        </a>
      </header>
      <main
        id="main"
        className="grid min-h-0 grid-cols-1 grid-rows-[1fr_auto] gap-2 pt-2 [timeline-scope:--s1,--s2,--s3] lying:grid-cols-[minmax(0,1fr)_15rem] lying:grid-rows-[1fr]"
      >
        <h1 className="sr-only">{brand.name}</h1>
        <section
          className="grid min-h-0 grid-cols-1 grid-rows-[1fr_auto] gap-2"
          aria-roledescription="carousel"
          aria-label={`What ${brand.name} does`}
          data-carousel
        >
          <nav className="dots" aria-label="Slides">
            <button className="btn-icon btn-quiet" type="button" aria-label="Pause slides" hidden>
              <Icon name="pause" />
            </button>
            {slides.map(({ title }, index) => (
              <a key={title} href={`#s${index + 1}`} aria-label={`Slide ${index + 1}: ${title}`} />
            ))}
          </nav>
          <div
            className="grid [scroll-snap-type:x_mandatory] [scrollbar-width:none] auto-cols-[100%] grid-flow-col overflow-x-auto overscroll-x-contain motion-safe:scroll-smooth [&::-webkit-scrollbar]:hidden"
            tabIndex={0}
            role="group"
            aria-label="Slides"
            data-slides
          >
            {slides.map(({ title, text, picture }, index) => (
              <div
                key={title}
                className="grid snap-center grid-rows-[minmax(14rem,1fr)_auto] gap-5 px-gutter nth-1:[view-timeline:--s1_inline] nth-2:[view-timeline:--s2_inline] nth-3:[view-timeline:--s3_inline] roomy:grid-rows-[auto_auto] lying:grid-cols-[auto_minmax(0,1fr)] lying:grid-rows-[minmax(8rem,1fr)] lying:items-center"
                id={`s${index + 1}`}
                role="group"
                aria-roledescription="slide"
                aria-label={`${index + 1} of ${slides.length}`}
              >
                <div className="slide-pic">{picture}</div>
                <div className="grid grid-cols-1 gap-2">
                  <h2>{title}</h2>
                  <p className="text-ink-2">{text}</p>
                </div>
              </div>
            ))}
          </div>
        </section>
        <div className="mx-auto grid w-full max-w-page grid-cols-1 gap-2 px-gutter pb-6 lying:self-center lying:pb-0">
          <a className="btn-lg w-full btn-primary" href="/register">
            Get Started
          </a>
          {offersTryout ? <TryForm /> : null}
          <a className="w-full btn-quiet" href="/login">
            Sign In
          </a>
        </div>
      </main>
    </div>
  );
}
