import { Link } from "react-router";
import { StatusLabel } from "../status-label.tsx";
import { Thumbnail } from "../thumbnail.tsx";
import { BrandMark } from "../../ui/brand-mark.tsx";
import type { RecentItem } from "./recent-item.server.ts";

export function RecentActivity({ items }: { items: RecentItem[] }) {
  if (!items.length) {
    return (
      <div className="empty">
        <BrandMark className="mark" />
        <div className="stack stack-2">
          <h3>No transformations yet</h3>
          <p className="muted">Choose a tool and your first photo appears here.</p>
        </div>
      </div>
    );
  }
  return (
    <ul className="rows">
      {items.map((item) => (
        <li key={item.id} className="item item-whole">
          <div className="photo">
            <Thumbnail picture={item.picture} alt="" sizes="3.5rem" />
          </div>
          <div className="item-text">
            <Name item={item} />
            <span className="muted small">{item.remark}</span>
            {item.status === "processing" ? <Progress item={item} /> : null}
          </div>
          <StatusLabel status={item.status} neededNothing={item.neededNothing} />
        </li>
      ))}
    </ul>
  );
}

function Name({ item: { name, shortName, path } }: { item: RecentItem }) {
  const label =
    shortName === name ? (
      name
    ) : (
      <>
        <span className="wraps" aria-hidden="true">
          {shortName}
        </span>
        <span className="vh">{name}</span>
      </>
    );
  return path ? (
    <Link className="item-link" to={path} title={shortName === name ? undefined : name}>
      {label}
    </Link>
  ) : (
    <b>{label}</b>
  );
}

function Progress({ item: { name, progress } }: { item: RecentItem }) {
  return (
    <span className="row nowrap">
      <progress className="progress grow" max="100" value={progress} aria-label={`Progress of ${name}`} />
      <span className="xs num">{progress}%</span>
    </span>
  );
}
