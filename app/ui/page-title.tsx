import { brand } from "../brand.ts";

/** Screen readers announce the title after a reload, so an error comes first. */
export function PageTitle({ children, failed = false }: { children: string; failed?: boolean }) {
  return <title>{`${failed ? "Error: " : ""}${children} · ${brand.name}`}</title>;
}
