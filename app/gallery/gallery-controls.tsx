import { useCallback } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { ToolId } from "../tools/tool-list.ts";
import { galleryAddress, type GalleryPlace, isFiltered, maxSearchLength } from "./gallery-address.ts";
import { Icon } from "../ui/icon.tsx";

/** Names short enough for chips. */
const chips: Record<ToolId, string> = {
  "portrait-studio": "Portrait",
  "art-style": "Art",
  "background-engine": "Background",
  "surprise-me": "Surprise Me",
  "id-photo": "ID Photo",
};

/** Every chip submits the form, so that the typed name stays, even before the scripts run. */
export function SearchForm({ page }: { page: GalleryPlace }) {
  const { view, search, tool } = page;
  const name = useFollowing(search);
  const { state, formAction } = useNavigation();
  return (
    <Form
      className="mb-5 grid grid-cols-1 gap-3"
      role="search"
      aria-label="Transformations"
      action="/gallery"
      preventScrollReset
      defaultShouldRevalidate={false}
    >
      <input type="hidden" name="view" value={view} />
      <div className="relative flex items-center">
        <label className="sr-only" htmlFor="search">
          Search by name
        </label>
        <input
          className="input min-h-[3rem] pr-14 [&::-webkit-search-cancel-button]:hidden"
          id="search"
          ref={name}
          type="search"
          name="q"
          placeholder="Search by name"
          defaultValue={search}
          maxLength={maxSearchLength}
          autoComplete="off"
          enterKeyHint="search"
        />
        {/* The form's first button: Enter submits with it, so the chosen tool stays. */}
        <button
          type="submit"
          className="absolute right-0.5 btn-icon btn-sm btn-quiet"
          name="tool"
          value={tool}
          aria-busy={(state !== "idle" && formAction?.startsWith("/gallery")) || undefined}
        >
          <Icon name="search" />
          <span className="sr-only">Search</span>
        </button>
      </div>
      <div className="flex flex-wrap items-center gap-2" role="group" aria-label="Made with">
        {[["", "All"] as const, ...Object.entries(chips)].map(([id, label]) => (
          <button
            type="submit"
            key={id}
            className="btn-sm rounded-full px-3 btn-secondary aria-pressed:[--b:var(--color-gem-soft)] aria-pressed:[--f:var(--color-gem)] aria-pressed:[--l:var(--color-gem)] forced-colors:aria-pressed:outline-3"
            name="tool"
            value={id}
            aria-pressed={tool === id}
          >
            {tool === id ? <Icon name="check" /> : null}
            {label}
          </button>
        ))}
        {isFiltered(page) ? <ClearLink view={view} className="btn-sm btn-quiet" /> : null}
      </div>
    </Form>
  );
}

/** Updates the field from the address after Clear and Back, except while the member types in it. */
const useFollowing = (value: string) =>
  useCallback(
    (field: HTMLInputElement | null) => {
      if (field && field !== document.activeElement) field.value = value;
    },
    [value],
  );

function ClearLink({ view, className }: Pick<GalleryPlace, "view"> & { className: string }) {
  return (
    <Link
      className={className}
      to={galleryAddress({ view, search: "", tool: "", before: null })}
      preventScrollReset
      defaultShouldRevalidate={false}
    >
      Clear<span className="sr-only"> search</span>
    </Link>
  );
}

export function ViewLinks({ page }: { page: GalleryPlace }) {
  return (
    <nav className="seg" aria-label="View">
      {views.map(({ view, icon, label }) => (
        <Link
          key={view}
          className="min-w-tap"
          title={label}
          to={galleryAddress({ ...page, view })}
          aria-current={page.view === view ? "true" : undefined}
          preventScrollReset
          replace
          defaultShouldRevalidate={false}
        >
          <Icon name={icon} />
          <span className="sr-only">{label}</span>
        </Link>
      ))}
    </nav>
  );
}

const views = [
  { view: "grid", icon: "dashboard", label: "Grid" },
  { view: "list", icon: "list", label: "List" },
] as const;

/** Links to the same page with a box on each result, or back. */
export function SelectLink({ page }: { page: GalleryPlace }) {
  return (
    <Link
      className="btn-sm btn-quiet"
      to={galleryAddress({ ...page, selecting: !page.selecting })}
      preventScrollReset
      replace
      defaultShouldRevalidate={false}
    >
      {page.selecting ? "Cancel" : "Select"}
      <span className="sr-only"> {page.selecting ? "selection" : "several"}</span>
    </Link>
  );
}
