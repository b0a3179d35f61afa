import { useCallback } from "react";
import { Form, Link, useNavigation } from "react-router";
import { toolList } from "../tools/tool-list.ts";
import { galleryAddress, type GalleryPlace, isFiltered, maxSearchLength } from "./gallery-address.ts";
import { Icon } from "../ui/icon.tsx";

export function SearchForm({ page }: { page: GalleryPlace }) {
  const { view, search, tool } = page;
  const name = useFollowing<HTMLInputElement>(search);
  const made = useFollowing<HTMLSelectElement>(tool);
  const { state, formAction } = useNavigation();
  return (
    <Form
      className="mb-6 flex flex-wrap gap-3"
      role="search"
      aria-label="Transformations"
      action="/gallery"
      preventScrollReset
      defaultShouldRevalidate={false}
    >
      <input type="hidden" name="view" value={view} />
      <label className="sr-only" htmlFor="search">
        Search by name
      </label>
      <input
        className="input min-h-[3rem] w-auto min-w-0 flex-[3_1_min(14rem,100%)] [&::-webkit-search-cancel-button]:hidden"
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
      <label className="sr-only" htmlFor="tool">
        Made with
      </label>
      <select
        className="input min-h-[3rem] w-auto min-w-0 flex-[1_1_min(11rem,100%)]"
        id="tool"
        ref={made}
        name="tool"
        defaultValue={tool}
      >
        <option value="">All tools</option>
        {Object.entries(toolList).map(([id, { title }]) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      <button
        type="submit"
        className="btn btn-secondary"
        aria-busy={(state !== "idle" && formAction?.startsWith("/gallery")) || undefined}
      >
        Search
      </button>
      {isFiltered(page) ? <ClearLink view={view} className="btn btn-quiet" /> : null}
    </Form>
  );
}

/** A field that follows the address after Clear and Back, except while the member types in it. */
const useFollowing = <Field extends HTMLInputElement | HTMLSelectElement>(value: string) =>
  useCallback(
    (field: Field | null) => {
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
