import { useLocation } from "react-router";
import { DeleteLink } from "../transformations/delete-link.tsx";
import { Icon } from "../ui/icon.tsx";
import type { GalleryItem } from "./gallery-item.server.ts";
import { DownloadLink, ViewLink } from "./item-actions.tsx";
import { RenameForm } from "./rename/rename-form.tsx";
import { StatusLabel } from "./status-label.tsx";
import { Thumbnail } from "./thumbnail.tsx";

/** One row per transformation. */
export function GalleryList({ items }: { items: GalleryItem[] }) {
  const { pathname, search } = useLocation();
  return (
    <ul className="hairline-t [&>li]:hairline-b">
      {items.map((item) => (
        <li key={item.id} className="item item-list">
          <div className="photo">
            <Thumbnail picture={item.picture} alt="" sizes="3.5rem" />
          </div>
          <div className="item-text">
            <h2 className="name block max-w-full min-w-0 wrap-anywhere" dir="auto" tabIndex={-1}>
              {item.name}
            </h2>
            <span className="text-ink-2 text-sm tabular-nums">{item.facts}</span>
            {item.remark ? <span className="text-ink-2 text-sm">{item.remark}</span> : null}
          </div>
          {item.status === "completed" ? null : <StatusLabel {...item} />}
          <div className="list-act">
            <ViewLink item={item} look="btn-quiet" />
            <DownloadLink item={item} look="btn-quiet" />
            <RenameForm item={item} />
            <DeleteLink of={item} next={pathname + search} className="btn btn-quiet btn-danger-quiet btn-sm">
              <Icon name="trash" />
              Delete<span className="sr-only"> {item.name}</span>
            </DeleteLink>
          </div>
        </li>
      ))}
    </ul>
  );
}
