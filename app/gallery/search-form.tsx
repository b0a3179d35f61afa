import { useEffect, useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import { toolList } from "../tools/tool-list.ts";
import { galleryAddress, type GalleryPlace } from "./gallery-address.ts";
import { isFiltered, maxSearchLength } from "./gallery-filter.ts";

export function SearchForm({ page }: { page: GalleryPlace }) {
  const { view, search, tool } = page;
  const name = useRef<HTMLInputElement>(null);
  const made = useRef<HTMLSelectElement>(null);
  const { state, formAction } = useNavigation();
  // Follows the address after Clear and Back, except for text being typed.
  useEffect(() => {
    const typing = document.activeElement;
    if (name.current && name.current !== typing) name.current.value = search;
    if (made.current && made.current !== typing) made.current.value = tool;
  }, [search, tool]);
  return (
    <Form
      className="search mb-6"
      role="search"
      aria-label="Transformations"
      action="/gallery"
      preventScrollReset
      defaultShouldRevalidate={false}
    >
      <input type="hidden" name="view" value={view} />
      <label className="vh" htmlFor="search">
        Search by name
      </label>
      <input
        className="input"
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
      <label className="vh" htmlFor="tool">
        Made with
      </label>
      <select className="input" id="tool" ref={made} name="tool" defaultValue={tool}>
        <option value="">All tools</option>
        {Object.entries(toolList).map(([id, { title }]) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      <button
        className="btn btn-secondary"
        aria-busy={(state !== "idle" && formAction?.startsWith("/gallery")) || undefined}
      >
        Search
      </button>
      {isFiltered(page) ? <ClearLink view={view} className="btn btn-quiet" /> : null}
    </Form>
  );
}

function ClearLink({ view, className }: Pick<GalleryPlace, "view"> & { className: string }) {
  return (
    <Link
      className={className}
      to={galleryAddress({ view, search: "", tool: "", before: null })}
      preventScrollReset
      defaultShouldRevalidate={false}
    >
      Clear<span className="vh"> search</span>
    </Link>
  );
}
