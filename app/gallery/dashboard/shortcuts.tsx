import { Link } from "react-router";
import { toolList, type ToolId } from "../../tools/tool-list.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Artwork } from "../../ui/artwork/artwork.tsx";
import type { PictureName } from "../../ui/artwork/pictures.ts";

interface QuickAction {
  label: string;
  note?: string;
  icon: IconName;
  path: string;
}

/** The order of docs/product/specification.md, "Dashboard". */
const quickActions: QuickAction[] = [
  { label: "Buy More Gems", icon: "plus", path: "/buy-coins" },
  { label: "View History", icon: "gallery", path: "/gallery" },
  { label: "Background Remover", icon: "layers", path: toolList["background-engine"].path },
  { label: "Surprise Me", note: "Auto Enhance", icon: "sparkle", path: toolList["surprise-me"].path },
];

export function QuickActions() {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3">
      {quickActions.map(({ label, note, icon, path }) => (
        <Link
          key={label}
          className="grid min-h-[6.25rem] grid-rows-[auto_1fr] gap-3 rounded-lg bg-fill p-4 leading-[1.3] font-strong text-ink no-underline hover:bg-fill-2 forced-colors:[border:1px_solid_ButtonBorder] max-md:[&:last-child:nth-child(odd)]:col-span-full lg:[&:last-child:nth-child(odd)]:col-span-full"
          to={path}
        >
          <Icon name={icon} className="text-gem" />
          <span>
            {label} {note ? <small className="block text-sm font-normal text-ink-2">{note}</small> : null}
          </span>
        </Link>
      ))}
    </div>
  );
}

/** A tool without a picture does not compile. */
const cardPictures: Record<Exclude<ToolId, "id-photo">, PictureName> = {
  "portrait-studio": "places",
  "art-style": "fruit",
  "background-engine": "portrait",
  "surprise-me": "perfume",
};

/** The picture fills its box by height and is cropped at the sides. */
const sizes = "(min-width: 44rem) 29rem, 13rem";

export function ToolCards({ idPhotos }: { idPhotos: boolean }) {
  const { "id-photo": idPhoto, ...others } = toolList;
  return (
    <div className="grid gap-3 md:grid-cols-2 md:gap-4 lg:grid-cols-4">
      {Object.values(others).map((tool) => (
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
      {idPhotos ? <IdPhotoCard {...idPhoto} /> : null}
    </div>
  );
}

function IdPhotoCard({ path, title, lede }: { path: string; title: string; lede: string }) {
  return (
    <Link
      className="group col-span-full grid min-h-[7rem] grid-cols-[min(7rem,32vw)_minmax(0,1fr)] overflow-hidden rounded-xl bg-surface text-ink no-underline outlined transition-shadow duration-[var(--duration-1)] hover:[box-shadow:0_0_0_1.5px_var(--color-line-strong)]"
      to={path}
    >
      <svg className="size-full bg-gem-soft text-gem" viewBox="0 0 56 56" fill="none" aria-hidden="true">
        <rect x="15" y="11" width="26" height="34" rx="1.5" className="fill-surface" />
        <path
          d="M28 17a7 7 0 0 1 7 7.5c0 5-3 8.5-7 8.5s-7-3.5-7-8.5A7 7 0 0 1 28 17zM17 45c.5-6 5-9 11-9s10.5 3 11 9z"
          fill="currentColor"
          fillOpacity=".3"
        />
        <path d="M12 17h32M12 24.5h32M12 33h32" stroke="currentColor" strokeWidth=".7" strokeDasharray="1.5 1" />
        <path
          d="M11 7v-3M11 7H8M45 7v-3M45 7h3M11 49v3M11 49H8M45 49v3M45 49h3"
          stroke="currentColor"
          strokeWidth=".8"
        />
      </svg>
      <span className="grid content-center gap-1 p-4">
        <b className="text-lg font-bold tracking-[-0.015em] underline-offset-[0.2em] group-hover:underline">{title}</b>
        <span className="text-sm text-ink-2">{lede}</span>
      </span>
    </Link>
  );
}
