import type { GalleryItem } from "./gallery-item.server.ts";
import { ItemActions } from "./item-actions.tsx";
import { StatusLabel } from "./status-label.tsx";
import { Thumbnail } from "./thumbnail.tsx";

/** One row per transformation. */
export function GalleryList({ items }: { items: GalleryItem[] }) {
  return (
    <ul className="rows">
      {items.map((item) => (
        <li key={item.id} className="item item-list">
          <div className="photo">
            <Thumbnail picture={item.picture} alt="" sizes="3.5rem" />
          </div>
          <div className="item-text">
            <b className="clip">{item.name}</b>
            <span className="muted small num">{item.facts}</span>
            {item.remark ? <span className="muted small">{item.remark}</span> : null}
          </div>
          {item.status === "completed" ? null : <StatusLabel status={item.status} progress={item.progress} />}
          <div className="list-act">
            <ItemActions item={item} look="btn-quiet" />
          </div>
        </li>
      ))}
    </ul>
  );
}
