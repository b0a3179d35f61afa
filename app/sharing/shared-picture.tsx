import { brand } from "../brand.ts";
import { PhotoPicture } from "../photos/photo-picture.tsx";
import type { Picture } from "../photos/picture.ts";
import { Compare } from "../ui/compare.tsx";
import { Icon } from "../ui/icon.tsx";
import { PageTitle } from "../ui/page-title.tsx";

interface SharedPictureProps {
  result: Picture;
  original: Picture | null;
  report: string;
}

/** Page margins included, a phone would load the next larger file. */
const sizes = "(min-width: 60rem) 44rem, calc(100vw - 2rem)";

export function SharedPicture({ result, original, report }: SharedPictureProps) {
  const tall = result.height > result.width ? "shared-photo shared-tall" : "shared-photo";
  return (
    <main id="main" className="wrap page">
      <PageTitle>Shared picture</PageTitle>
      <div className="shared">
        <div className={tall}>
          {original ? (
            <Compare
              before={<PhotoPicture picture={original} alt="The original photo" sizes={sizes} priority />}
              after={<PhotoPicture picture={result} alt="The picture made of it" sizes={sizes} priority />}
              labels={{ before: "Original", after: "Result" }}
            />
          ) : (
            <div className="photo photo-whole">
              <PhotoPicture picture={result} alt="The shared picture" sizes={sizes} priority />
            </div>
          )}
        </div>
        <div className="stack stack-6">
          <div className="stack stack-2">
            <h1>A picture shared with you</h1>
            <p className="muted">Made from a photo by AI image software with {brand.name}. It may not show reality.</p>
          </div>
          <div className="row">
            <a className="btn btn-primary btn-lg" href="/register">
              <Icon name="sparkle" />
              Make your own
            </a>
          </div>
          <p className="small">
            <a className="link-tap" href={report} rel="nofollow">
              Report this picture
            </a>
          </p>
        </div>
      </div>
    </main>
  );
}
