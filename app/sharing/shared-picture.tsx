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
  const tall =
    result.height > result.width ? "max-w-[max(18rem,min(36rem,62svh))] lg:w-full lg:justify-self-center" : undefined;
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter pt-6 pb-16">
      <PageTitle>Shared picture</PageTitle>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,8fr)_minmax(17rem,4fr)] lg:items-center lg:gap-10">
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
        <div className="grid grid-cols-1 gap-6">
          <div className="grid grid-cols-1 gap-2">
            <h1>A picture shared with you</h1>
            <p className="text-ink-2">
              Made from a photo by AI image software with {brand.name}. It may not show reality.
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-3">
            <a className="btn btn-lg btn-primary" href="/register">
              <Icon name="sparkle" />
              Make your own
            </a>
          </div>
          <p className="text-sm">
            <a className="inline-flex min-h-tap min-w-tap items-center font-medium" href={report} rel="nofollow">
              Report this picture
            </a>
          </p>
        </div>
      </div>
    </main>
  );
}
