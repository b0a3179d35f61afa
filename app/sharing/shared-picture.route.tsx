import { data } from "react-router";
import { pictureOf } from "../photos/picture.ts";
import { databaseContext } from "../server/database/database.ts";
import { siteContext } from "../server/http/site.ts";
import type { Route } from "./+types/shared-picture.route";
import { LinkPreview } from "./link-preview.tsx";
import { openShare } from "./open-share.server.ts";
import { sharePath } from "./share.ts";
import { SharedPicture } from "./shared-picture.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext);
  const { appUrl } = context.get(siteContext);
  const share = await openShare(database, params.token);
  if (!share) throw new Response("Not found", { status: 404 });
  const { token, result, original, previewWidth } = share;
  const folder = sharePath(token);
  const page = {
    result: pictureOf(result, folder),
    original: original && pictureOf(original, `${folder}/original`),
    report: `${folder}/report`,
    preview: { url: appUrl + folder, picture: previewWidth === null ? null : fitted(result, previewWidth) },
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
