import { Link } from "react-router";
import { Icon } from "../ui/icon.tsx";
import { galleryAddress, type GalleryPlace } from "./gallery-address.ts";

export function ViewLinks({ page }: { page: GalleryPlace }) {
  return (
    <nav className="seg" aria-label="View">
      {views.map(({ view, icon, label }) => (
        <Link
          key={view}
          to={galleryAddress({ ...page, view })}
          aria-current={page.view === view ? "true" : undefined}
          preventScrollReset
          replace
          defaultShouldRevalidate={false}
        >
          <Icon name={icon} />
          {label}
        </Link>
      ))}
    </nav>
  );
}

const views = [
  { view: "grid", icon: "dashboard", label: "Grid" },
  { view: "list", icon: "list", label: "List" },
] as const;
