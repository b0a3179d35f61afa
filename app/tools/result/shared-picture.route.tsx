import { data } from "react-router";
import { pictureOf, type Picture } from "../../photos/picture.ts";
import { databaseContext } from "../../server/database/database.ts";
import { siteContext } from "../../server/http/site.ts";
import type { Route } from "./+types/shared-picture.route";
import { openShare } from "../../sharing/open-share.server.ts";
import { sharePath } from "../../sharing/share.ts";
import { brand } from "../../brand.ts";
import { PhotoPicture } from "../../photos/photo-picture.tsx";
import { Compare } from "../../ui/compare.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PageTitle } from "../../ui/page-head.tsx";
import { whatWasMade } from "../catalogue.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext);
  const { appUrl } = context.get(siteContext);
  const share = await openShare(database, params.token);
  if (!share) throw new Response("Not found", { status: 404 });
  const { token, result, original, previewWidth, recipe } = share;
  const made = whatWasMade(recipe);
  const folder = sharePath(token);
  const page = {
    result: pictureOf(result, folder),
    original: original && pictureOf(original, `${folder}/original`),
    report: `${folder}/report`,
    made,
    preview: { made, url: appUrl + folder, picture: previewWidth === null ? null : fitted(result, previewWidth) },
  };
  return data(page, { headers: { "X-Robots-Tag": "noindex" } });
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export default function SharedPicturePage({ loaderData: { preview, ...shown } }: Route.ComponentProps) {
  return (
    <>
      <LinkPreview {...preview} />
      <SharedPicture {...shown} />
    </>
  );
}

function fitted({ width, height }: { width: number; height: number }, limit: number) {
  const shown = Math.min(width, limit);
  return { width: shown, height: Math.round((height * shown) / width) };
}

interface SharedPictureProps {
  made: string;
  result: Picture;
  original: Picture | null;
  report: string;
}

/** Without the page margins; otherwise a phone would load the next larger file. */
const sizes = "(min-width: 60rem) 44rem, calc(100vw - 2rem)";

function SharedPicture({ made, result, original, report }: SharedPictureProps) {
  const tall =
    result.height > result.width ? "max-w-[max(18rem,min(44rem,76svh))] lg:w-full lg:justify-self-center" : undefined;
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter pt-6 pb-16">
      <PageTitle>{`${made}, a shared picture`}</PageTitle>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,8fr)_minmax(17rem,4fr)] lg:items-center lg:gap-10">
        <div className={tall}>
          {original ? (
            <Compare
              before={<PhotoPicture picture={original} alt="The original photo" sizes={sizes} priority />}
              after={<PhotoPicture picture={result} alt="The picture made of it" sizes={sizes} priority />}
              labels={{ before: "Original", after: "Result" }}
              shows="after"
            />
          ) : (
            <div className="photo photo-whole">
              <PhotoPicture picture={result} alt="The shared picture" sizes={sizes} priority />
            </div>
          )}
        </div>
        <div className="grid grid-cols-1 gap-6">
          <div className="grid grid-cols-1 gap-2">
            <h1>{made}</h1>
            <p className="text-lg text-ink-2">made with {brand.name}</p>
          </div>
          <div className="flex flex-wrap items-center gap-3">
            <a className="btn-lg btn-primary" href="/register">
              <Icon name="sparkle" />
              Make your own, 2 free
            </a>
          </div>
          <p className="text-sm text-ink-2">
            An AI made this picture from a photo. It may not show reality.
            <br />
            <a className="inline-flex min-h-tap min-w-tap items-center font-medium" href={report} rel="nofollow">
              Report this picture
            </a>
          </p>
        </div>
      </div>
    </main>
  );
}

interface LinkPreviewProps {
  made: string;
  url: string;
  /** px; null without a preview image. */
  picture: { width: number; height: number } | null;
}

const description = "Make your own from a photo of yours. The first 2 are free.";

/** Reveals neither the member nor the image's name; excluded from search engines. */
function LinkPreview({ made, url, picture }: LinkPreviewProps) {
  const title = `${made}, made with ${brand.name}`;
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
