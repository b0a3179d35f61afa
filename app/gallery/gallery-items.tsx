import { Link, useLocation } from "react-router";
import type { GalleryItem } from "./gallery-item.server.ts";
import { RenameForm } from "./rename/rename-form.tsx";
import { StatusLabel } from "./status-label.tsx";
import { Thumbnail } from "./thumbnail.tsx";
import { DeleteLink } from "../transformations/delete-link.tsx";
import { Icon } from "../ui/icon.tsx";

export function GalleryGrid({ items }: { items: GalleryItem[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(15.5rem,100%),1fr))] gap-x-5 gap-y-6">
      {items.map((item, index) => (
        <li
          key={item.id}
          className="relative grid min-w-0 grid-cols-1 grid-rows-[auto_1fr_auto] gap-3 [&_.rename-form]:left-0 [&_.rename-form]:w-auto"
        >
          <TilePhoto item={item} first={index === 0} />
          <div className="tile-meta">
            <h2 className="block max-w-full min-w-0 item-name wrap-anywhere" dir="auto" tabIndex={-1}>
              {item.name}
            </h2>
            <RenameForm item={item} />
            <span className="text-sm text-ink-2 tabular-nums">{item.facts}</span>
            {item.status === "completed" ? null : <StatusLabel {...item} />}
            {item.remark ? <span className="text-sm text-ink-2">{item.remark}</span> : null}
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

/** Widths of the layouts with four, three, two and one columns. */
const sizes = "(min-width: 72rem) 16rem, (min-width: 54rem) 30vw, (min-width: 36rem) 45vw, 88vw";

function TilePhoto({ item, first }: { item: GalleryItem; first: boolean }) {
  const alt = item.path ? `View ${item.name}` : item.name;
  const photo = <Thumbnail picture={item.picture} alt={alt} sizes={sizes} priority={first} />;
  if (!item.path)
    return (
      <div className="photo block aspect-square [&>img]:overflow-hidden [&>img]:[text-indent:100%] [&>img]:whitespace-nowrap">
        {photo}
      </div>
    );
  return (
    <Link
      className="photo block aspect-square [&>img]:overflow-hidden [&>img]:[text-indent:100%] [&>img]:whitespace-nowrap"
      to={item.path}
    >
      {photo}
    </Link>
  );
}

export function GalleryList({ items }: { items: GalleryItem[] }) {
  const { pathname, search } = useLocation();
  return (
    <ul className="hairline-t [&>li]:hairline-b">
      {items.map((item) => (
        <li key={item.id} className="item-list item-row">
          <div className="photo">
            <Thumbnail picture={item.picture} alt="" sizes="3.5rem" />
          </div>
          <div className="item-text">
            <h2 className="block max-w-full min-w-0 item-name wrap-anywhere" dir="auto" tabIndex={-1}>
              {item.name}
            </h2>
            <span className="text-sm text-ink-2 tabular-nums">{item.facts}</span>
            {item.remark ? <span className="text-sm text-ink-2">{item.remark}</span> : null}
          </div>
          {item.status === "completed" ? null : <StatusLabel {...item} />}
          <div className="list-act">
            <ViewLink item={item} look="btn-quiet" />
            <DownloadLink item={item} look="btn-quiet" />
            <RenameForm item={item} />
            <DeleteLink of={item} next={pathname + search} className="btn btn-sm btn-quiet btn-danger-quiet">
              <Icon name="trash" />
              Delete<span className="sr-only"> {item.name}</span>
            </DeleteLink>
          </div>
        </li>
      ))}
    </ul>
  );
}

interface ItemActionProps {
  item: GalleryItem;
  look: "btn-secondary" | "btn-quiet";
}

function ViewLink({ item, look }: ItemActionProps) {
  if (!item.path) return null;
  return (
    <Link className={`btn ${look} btn-sm`} to={item.path}>
      <Icon name="eye" />
      View<span className="sr-only"> {item.name}</span>
    </Link>
  );
}

function DownloadLink({ item, look }: ItemActionProps) {
  if (!item.download) return null;
  return (
    <a className={`btn ${look} btn-sm`} href={item.download}>
      <Icon name="download" />
      Download<span className="sr-only"> {item.name}</span>
    </a>
  );
}

/** Disabled in the grid (docs/product/decisions.md, "Decided, not built yet"). */
function DeleteInList({ item }: Pick<ItemActionProps, "item">) {
  return (
    <button
      className="btn btn-icon btn-sm btn-quiet"
      type="button"
      aria-disabled="true"
      aria-label={`Delete ${item.name}`}
      title="Switch to list view to delete"
      aria-describedby="delete-hint"
    >
      <Icon name="trash" />
    </button>
  );
}
