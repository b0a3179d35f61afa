import { Link } from "react-router";
import { StatusLabel, Thumbnail } from "../item-parts.tsx";
import type { RecentItem } from "./overview.server.ts";

export function RecentActivity({ items }: { items: RecentItem[] }) {
  return (
    <ul className="border-t [&>li]:border-b">
      {items.map((item) => (
        <li key={item.id} className="group relative item-row">
          <div className="photo">
            <Thumbnail picture={item.picture} alt="" sizes="3.5rem" />
          </div>
          <div className="item-text">
            <Name item={item} />
            <span className="text-sm text-ink-2">{item.remark}</span>
            {item.status === "processing" ? <Progress item={item} /> : null}
          </div>
          <StatusLabel status={item.status} neededNothing={item.neededNothing} cancelled={item.cancelled} />
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
        <span className="block max-w-full min-w-0 wrap-anywhere" aria-hidden="true">
          {shortName}
        </span>
        <span className="sr-only">{name}</span>
      </>
    );
  return path ? (
    <Link
      className="inline-flex min-h-tap items-center no-underline after:absolute after:inset-0 after:content-[''] group-hover:underline"
      to={path}
      title={shortName === name ? undefined : name}
    >
      {label}
    </Link>
  ) : (
    <b>{label}</b>
  );
}

function Progress({ item: { name, progress } }: { item: RecentItem }) {
  return (
    <span className="flex items-center gap-3">
      <progress
        className="progress-bar w-auto min-w-0 flex-auto"
        max="100"
        value={progress}
        aria-label={`Progress of ${name}`}
      />
      <span className="text-xs tabular-nums">{progress}%</span>
    </span>
  );
}
