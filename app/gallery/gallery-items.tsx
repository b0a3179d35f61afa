import { Link, useLocation } from "react-router";
import type { GalleryItem } from "./gallery-item.server.ts";
import { RenameForm } from "./rename/rename-form.tsx";
import { StatusLabel, Thumbnail } from "./item-parts.tsx";
import { DeleteLink } from "../transformations/delete-link.tsx";
import { Icon } from "../ui/icon.tsx";
import { ratioClass } from "../photos/picture.ts";
import { WholeWords } from "../ui/whole-words.tsx";

interface GalleryItemsProps {
  items: GalleryItem[];
  view: "grid" | "list";
  selecting: boolean;
  /** Last day of the page above, whose heading is already there. */
  dayAbove: string | null;
  /** True if the first picture is at the top of the page. */
  first: boolean;
}

export function GalleryItems({ items, view, selecting, dayAbove, first }: GalleryItemsProps) {
  const days = new Map<string, GalleryItem[]>();
  for (const item of items) days.set(item.day, [...(days.get(item.day) ?? []), item]);
  return [...days].map(([day, ofDay], index) => (
    <section key={day} className="pt-5 first:pt-0">
      {day === dayAbove ? null : <h2 className="pb-3 text-lg">{day}</h2>}
      {view === "list" ? (
        <ul className="border-t [&>li]:border-b">
          {ofDay.map((item) => (
            <ListItem key={item.id} item={item} selecting={selecting} />
          ))}
        </ul>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] items-end gap-x-3 gap-y-3 sm:grid-cols-3 md:gap-x-5 md:gap-y-6 lg:grid-cols-4">
          {ofDay.map((item, at) => (
            <Tile key={item.id} item={item} selecting={selecting} priority={first && index === 0 && at === 0} />
          ))}
        </ul>
      )}
    </section>
  ));
}

interface ItemProps {
  item: GalleryItem;
  selecting: boolean;
}

/** Image widths of the layouts with four, three and two columns. */
const sizes = "(min-width: 72rem) 16rem, (min-width: 60rem) 22vw, (min-width: 34rem) 30vw, 44vw";

/** Shows the whole picture in its own shape, up to a height that does not dwarf a panorama beside it. */
const tilePhoto =
  "photo photo-whole relative col-span-full block rounded-md [&>img]:max-h-72 md:[&>img]:max-h-96 [&>img]:min-h-11 [&>img]:overflow-hidden [&>img]:[text-indent:100%] [&>img]:whitespace-nowrap";

/** On slow connections Chromium loads lazy pictures 2,500 px ahead, a whole page; this limits it to near ones. */
const nearPhoto =
  "[content-visibility:auto] [aspect-ratio:var(--ratio)] max-h-72 md:max-h-96 supports-[content-visibility:auto]:[&>img]:h-full";

function Tile({ item, selecting, priority }: ItemProps & { priority: boolean }) {
  const { id, name, path, picture, status, time } = item;
  const alt = !selecting && path ? `View ${name}` : "";
  const frame = picture && !priority ? `${tilePhoto} ${nearPhoto} ${ratioClass(picture)}` : tilePhoto;
  const photo = picture ? (
    <Thumbnail picture={picture} alt={alt} sizes={sizes} priority={priority} />
  ) : (
    <span className="block aspect-square">
      <Thumbnail picture={null} alt={alt} sizes="" />
    </span>
  );
  return (
    <li className="relative grid min-w-0 grid-cols-[minmax(0,1fr)_auto] gap-x-1 leading-[1.35]">
      {selecting ? (
        <label className={`${frame} cursor-pointer`} htmlFor={`select-${id}`}>
          {photo}
        </label>
      ) : path ? (
        <Link className={frame} to={path}>
          {photo}
        </Link>
      ) : (
        <div className={frame}>{photo}</div>
      )}
      <div className="grid min-h-tap min-w-0 grid-cols-1 content-center pt-1">
        <h3
          className="truncate text-left text-md leading-normal font-strong tracking-[0]"
          dir="auto"
          title={name}
          tabIndex={-1}
        >
          {name}
        </h3>
        {status === "completed" ? (
          <span className="text-xs text-ink-2 tabular-nums">{time}</span>
        ) : (
          <StatusLabel {...item} />
        )}
      </div>
      {selecting ? <SelectBox item={item} /> : <ItemMenu item={item} />}
      {item.remark ? <span className="col-span-full text-xs text-ink-2">{item.remark}</span> : null}
    </li>
  );
}

/** A native disclosure, which opens before the scripts run; they close it on Escape and on a click outside. */
function ItemMenu({ item }: { item: GalleryItem }) {
  const { pathname, search } = useLocation();
  const entry = "btn-sm btn-quiet w-full justify-start";
  return (
    <details className="group" data-menu>
      <summary className="btn-icon btn-sm btn-quiet group-open:[--b:var(--color-fill)]" title="Actions">
        <Icon name="more" />
        <span className="sr-only">Actions for {item.name}</span>
      </summary>
      <div className="absolute left-1/2 z-3 mt-1 grid w-[min(15rem,calc(100%+1rem))] [transform:translateX(-50%)] grid-cols-1 rounded-xl border bg-raised p-1.5 elevated [&_.rename-form]:static [&_.rename-form]:m-0 [&_.rename-form]:w-full [&_.rename-form]:border-0 [&_.rename-form]:p-2 [&_.rename-form]:shadow-none [&_.rename>summary]:w-full [&_.rename>summary]:justify-start [&_a]:px-2 [&_button]:px-2 [&_summary]:px-2">
        <p className="px-2 py-1 text-xs text-ink-2 tabular-nums">{item.facts}</p>
        <DownloadLink item={item} className={entry} />
        <RenameForm item={item} icon />
        <DeleteLink of={item} next={pathname + search} className={entry}>
          <Icon name="trash" />
          Delete<span className="sr-only"> {item.name}</span>
        </DeleteLink>
      </div>
    </details>
  );
}

function ListItem({ item, selecting }: ItemProps) {
  const { pathname, search } = useLocation();
  return (
    <li className={selecting ? "item-row" : "item-list item-row"}>
      {selecting ? <SelectBox item={item} /> : null}
      <div className="photo [content-visibility:auto]">
        <Thumbnail picture={item.picture} alt="" sizes="3.5rem" />
      </div>
      <div className="item-text">
        <h3
          className="block max-w-full min-w-0 text-left text-md leading-normal font-strong tracking-[0] wrap-anywhere"
          dir="auto"
          tabIndex={-1}
        >
          <WholeWords>{item.name}</WholeWords>
        </h3>
        <span className="text-sm text-ink-2 tabular-nums">{item.facts}</span>
        {item.remark ? <span className="text-sm text-ink-2">{item.remark}</span> : null}
      </div>
      {item.status === "completed" ? null : <StatusLabel {...item} />}
      {selecting ? null : (
        <div className="list-act">
          {item.path ? (
            <Link className="btn-sm btn-quiet" to={item.path}>
              <Icon name="eye" />
              View<span className="sr-only"> {item.name}</span>
            </Link>
          ) : null}
          <DownloadLink item={item} className="btn-sm btn-quiet" />
          <RenameForm item={item} />
          <DeleteLink of={item} next={pathname + search} className="btn-sm btn-quiet">
            <Icon name="trash" />
            Delete<span className="sr-only"> {item.name}</span>
          </DeleteLink>
        </div>
      )}
    </li>
  );
}

function SelectBox({ item: { id, name } }: { item: GalleryItem }) {
  return (
    <label className="grid size-tap flex-none cursor-pointer place-items-center">
      <input
        className="size-6 cursor-pointer accent-gem"
        id={`select-${id}`}
        type="checkbox"
        name="id"
        value={id}
        aria-label={`Select ${name}`}
      />
    </label>
  );
}

function DownloadLink({ item, className }: { item: GalleryItem; className: string }) {
  if (!item.download) return null;
  return (
    <a className={className} href={item.download}>
      <Icon name="download" />
      Download<span className="sr-only"> {item.name}</span>
    </a>
  );
}
