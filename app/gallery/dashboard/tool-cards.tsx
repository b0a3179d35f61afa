import { Link } from "react-router";
import { toolList, type ToolId } from "../../tools/tool-list.ts";
import { Artwork } from "../../ui/artwork/artwork.tsx";
import type { PictureName } from "../../ui/artwork/pictures.ts";

/** A tool without a picture does not compile. */
const cardPictures: Record<ToolId, PictureName> = {
  "portrait-studio": "places",
  "art-style": "fruit",
  "background-engine": "portrait",
  "surprise-me": "perfume",
};

/** The picture fills its box by height and is cropped at the sides. */
const sizes = "(min-width: 44rem) 29rem, 13rem";

export function ToolCards() {
  return (
    <div className="grid gap-3 md:grid-cols-2 md:gap-4 lg:grid-cols-4">
      {Object.values(toolList).map((tool) => (
        <Link
          key={tool.id}
          className="group grid min-h-[7rem] grid-cols-[min(7rem,32vw)_minmax(0,1fr)] overflow-hidden rounded-xl bg-surface text-ink no-underline outlined transition-shadow duration-[var(--duration-1)] hover:[box-shadow:0_0_0_1.5px_var(--color-line-strong)] md:grid-cols-[1fr] md:grid-rows-[auto_1fr] md:only:col-span-full md:only:min-h-[9rem] md:only:grid-cols-[14rem_minmax(0,1fr)] md:only:grid-rows-[auto]"
          to={tool.path}
        >
          <span className="tool-card-media md:group-only:aspect-auto">
            <span className="split">
              <Artwork name={cardPictures[tool.id]} half="before" alt="" sizes={sizes} />
              <Artwork name={cardPictures[tool.id]} half="after" alt="" sizes={sizes} />
            </span>
          </span>
          <span className="grid content-center gap-1 p-4 md:content-start md:group-only:content-center md:group-only:p-6">
            <b className="text-lg font-bold tracking-[-0.015em] underline-offset-[0.2em] group-hover:underline">
              {tool.title}
            </b>
            <span className="text-sm text-ink-2">{tool.lede}</span>
          </span>
        </Link>
      ))}
    </div>
  );
}
