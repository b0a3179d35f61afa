import { Link } from "react-router";
import type { GalleryItem } from "./gallery-item.server.ts";
import { DeleteInList, DownloadLink, ViewLink } from "./item-actions.tsx";
import { RenameForm } from "./rename/rename-form.tsx";
import { StatusLabel } from "./status-label.tsx";
import { Thumbnail } from "./thumbnail.tsx";

/** One to four columns of square pictures. */
export function GalleryGrid({ items }: { items: GalleryItem[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(15.5rem,100%),1fr))] gap-x-5 gap-y-6">
      {items.map((item, index) => (
        <li key={item.id} className="tile">
          <TilePhoto item={item} first={index === 0} />
          <div className="tile-meta">
            <h2 className="name block max-w-full min-w-0 wrap-anywhere" dir="auto" tabIndex={-1}>
              {item.name}
            </h2>
            <RenameForm item={item} />
            <span className="text-ink-2 text-sm tabular-nums">{item.facts}</span>
            {item.status === "completed" ? null : <StatusLabel {...item} />}
            {item.remark ? <span className="text-ink-2 text-sm">{item.remark}</span> : null}
          </div>
          <div className="tile-act">
            <ViewLink item={item} look="btn-secondary" />
            <DownloadLink item={item} look="btn-secondary" />
            <DeleteInList item={item} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The widths of the four, three, two and one column layouts. */
const sizes = "(min-width: 72rem) 16rem, (min-width: 54rem) 30vw, (min-width: 36rem) 45vw, 88vw";

function TilePhoto({ item, first }: { item: GalleryItem; first: boolean }) {
  const alt = item.path ? `View ${item.name}` : item.name;
  const photo = <Thumbnail picture={item.picture} alt={alt} sizes={sizes} priority={first} />;
  if (!item.path) return <div className="tile-photo photo block aspect-square">{photo}</div>;
  return (
    <Link className="tile-photo photo block aspect-square" to={item.path}>
      {photo}
    </Link>
  );
}
