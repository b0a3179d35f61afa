import { Link } from "react-router";
import { Icon } from "../ui/icon.tsx";
import type { GalleryItem } from "./gallery-item.server.ts";

/** What can be done with one transformation; each link says which one it means. */
export function ItemActions({ item, look }: { item: GalleryItem; look: "btn-secondary" | "btn-quiet" }) {
  return (
    <>
      {item.path ? (
        <Link className={`btn ${look} btn-sm`} to={item.path}>
          <Icon name="eye" />
          View<span className="vh"> {item.name}</span>
        </Link>
      ) : null}
      {item.download ? (
        <a className={`btn ${look} btn-sm`} href={item.download}>
          <Icon name="download" />
          Download<span className="vh"> {item.name}</span>
        </a>
      ) : null}
    </>
  );
}
