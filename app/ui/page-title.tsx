import { brand } from "../brand.ts";

/** The document's title; a failed form says so first, which is what a screen reader announces after the reload. */
export function PageTitle({ children, failed = false }: { children: string; failed?: boolean }) {
  return <title>{`${failed ? "Error: " : ""}${children} · ${brand.name}`}</title>;
}
