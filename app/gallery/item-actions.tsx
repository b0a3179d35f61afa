import { Link } from "react-router";
import { Icon } from "../ui/icon.tsx";
import type { GalleryItem } from "./gallery-item.server.ts";

interface ItemActionProps {
  item: GalleryItem;
  look: "btn-secondary" | "btn-quiet";
}

export function ViewLink({ item, look }: ItemActionProps) {
  if (!item.path) return null;
  return (
    <Link className={`btn ${look} btn-sm`} to={item.path}>
      <Icon name="eye" />
      View<span className="sr-only"> {item.name}</span>
    </Link>
  );
}

export function DownloadLink({ item, look }: ItemActionProps) {
  if (!item.download) return null;
  return (
    <a className={`btn ${look} btn-sm`} href={item.download}>
      <Icon name="download" />
      Download<span className="sr-only"> {item.name}</span>
    </a>
  );
}

/** Disabled in the grid (docs/product/decisions.md, "Decided, not built yet"). */
export function DeleteInList({ item }: Pick<ItemActionProps, "item">) {
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
