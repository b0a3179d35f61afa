import { brand } from "../brand.ts";

interface LinkPreviewProps {
  url: string;
  /** px; null without a preview image. */
  picture: { width: number; height: number } | null;
}

const title = `A picture made with ${brand.name}`;
const description = `Somebody shared this picture with you. Make your own from a photo of yours.`;

/** Reveals neither the member nor the image's name; excluded from search engines. */
export function LinkPreview({ url, picture }: LinkPreviewProps) {
  return (
    <>
      <meta name="robots" content="noindex" />
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      {picture ? (
        <>
          <meta property="og:image" content={`${url}/og.jpg`} />
          <meta property="og:image:type" content="image/jpeg" />
          <meta property="og:image:width" content={String(picture.width)} />
          <meta property="og:image:height" content={String(picture.height)} />
          <meta property="og:image:alt" content={title} />
        </>
      ) : null}
      <meta name="twitter:card" content={picture ? "summary_large_image" : "summary"} />
    </>
  );
}
