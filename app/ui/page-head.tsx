import { brand } from "../brand.ts";
import { Link, type LinkProps } from "react-router";
import { Icon } from "./icon.tsx";

/** Screen readers announce the title after a reload, so an error comes first. */
export function PageTitle({ children, failed = false }: { children: string; failed?: boolean }) {
  return <title>{`${failed ? "Error: " : ""}${children} · ${brand.name}`}</title>;
}

interface PageDescriptionProps {
  /** Public origin, without a trailing slash. */
  appUrl: string;
  path: string;
  title: string;
  description: string;
}

export function PageDescription({ appUrl, path, title, description }: PageDescriptionProps) {
  const url = appUrl + path;
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={`${appUrl}/pictures/share.jpg`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={`${brand.name}: ${brand.tagline}`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** A link back to the page's parent page. */
export function BackLink({ children, ...link }: LinkProps) {
  return (
    <Link
      className="-ml-[0.15rem] inline-flex min-h-tap items-center gap-2 font-medium text-ink-2 no-underline hover:text-ink hover:underline"
      {...link}
    >
      <Icon name="back" />
      {children}
    </Link>
  );
}
