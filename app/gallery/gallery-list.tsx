import { useLocation } from "react-router";
import { DeleteLink } from "../transformations/delete-link.tsx";
import { Icon } from "../ui/icon.tsx";
import type { GalleryItem } from "./gallery-item.server.ts";
import { DownloadLink, ViewLink } from "./item-actions.tsx";
import { RenameForm } from "./rename/rename-form.tsx";
import { StatusLabel } from "./status-label.tsx";
import { Thumbnail } from "./thumbnail.tsx";

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
