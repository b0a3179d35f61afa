import { Form, Link, useRouteLoaderData } from "react-router";
import { PhotoPicture } from "../../photos/photo-picture.tsx";
import type { loader as rootLoader } from "../../root.tsx";
import { ShareLink } from "../../sharing/share-link.tsx";
import type { Share } from "../../sharing/share.ts";
import { DeleteLink } from "../../transformations/delete-link.tsx";
import type { OriginalRetention } from "../../transformations/original-retention.server.ts";
import type { Transformation } from "../../transformations/read-transformation.server.ts";
import { Icon } from "../../ui/icon.tsx";
import { PageTitle } from "../../ui/page-head.tsx";
import { showToast } from "../../ui/toasts/toast.tsx";
import { ReturnGem } from "./return-gem.tsx";
import { LookChoice, useLooks } from "./look-choice.tsx";
import { MoreAngles } from "./more-angles.tsx";
import type { DownloadableLook } from "../runs/read-run.server.ts";
import { isGuided } from "../wizard/steps.ts";
import type { Tool } from "../tool.ts";
import type { Picture } from "../../photos/picture.ts";
import { Compare } from "../../ui/compare.tsx";

interface ResultScreenProps {
  tool: Tool;
  transformation: Transformation;
  result: NonNullable<Transformation["result"]>;
  /** The recipe as a sentence. */
  description: string;
  download: string;
  looks: readonly DownloadableLook[];
  share: Share | null;
  /** Another angle, running or failed. */
  angle: Transformation | null;
  angleKey: string;
  originalFate: OriginalRetention | null;
  originalDeletedOn: string | null;
}

/** With the original beside it, and without. */
const besideSizes = "(min-width: 60rem) 24rem, 50vw";
const aloneSizes = "(min-width: 60rem) 34rem, 88vw";

export function ResultScreen(props: ResultScreenProps) {
  const { tool, transformation, description, looks, share, angle, angleKey } = props;
  const left = useRouteLoaderData<typeof rootLoader>("root")?.member?.gems ?? 0;
  const { original, name, gemsUsed, note, id } = transformation;
  const page = `${tool.path}?job=${id}`;
  const look = useLooks(id, looks);
  const result = look.shown?.picture ?? props.result;
  const resultAlt = `Result: ${name}, ${description}`;
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter pt-6 pb-16">
      <PageTitle>{`${name}, ${tool.title}`}</PageTitle>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,8fr)_minmax(17rem,4fr)] lg:items-start lg:gap-10">
        <div className="grid grid-cols-1 gap-4">
          {original ? <ResultCompare original={original} result={result} resultAlt={resultAlt} /> : null}
          <div
            className={
              original
                ? "grid grid-cols-[1fr_1fr] items-start gap-2 max-lg:hidden! lg:gap-4 [&>:only-child]:col-span-full [&>:only-child]:w-[min(100%,34rem)] [&>:only-child]:justify-self-center"
                : "grid grid-cols-[1fr_1fr] items-start gap-2 lg:gap-4 [&>:only-child]:col-span-full [&>:only-child]:w-[min(100%,34rem)] [&>:only-child]:justify-self-center"
            }
          >
            {original ? (
              <figure className="photo photo-whole">
                <PhotoPicture picture={original} alt="Original photo" sizes={besideSizes} />
                <figcaption className="on-photo bottom-2 left-2">Original</figcaption>
              </figure>
            ) : null}
            <figure className="photo photo-whole">
              <PhotoPicture picture={result} alt={resultAlt} sizes={original ? besideSizes : aloneSizes} />
              <figcaption className="on-photo bottom-2 left-2">Result</figcaption>
            </figure>
          </div>
          {looks.length > 1 ? (
            <LookChoice key={id} transformationId={id} looks={looks} page={page} state={look} />
          ) : null}
        </div>
        <div className="grid grid-cols-1 gap-6">
          <div className="grid grid-cols-1 gap-2">
            <p>
              <span className="status-line text-gem">
                <Icon name="check" />
                Transformation complete!
              </span>
            </p>
            <h1>{name}</h1>
            <p className="text-sm text-ink-2">
              {description}. {gemsUsed} {gemsUsed === 1 ? "gem" : "gems"} used, {left} left.{" "}
              {tool.parts ? null : "Made with AI, "}
              {result.width} × {result.height} px.
            </p>
            {note ? <p className="text-sm text-ink-2">{note}</p> : null}
            <OriginalNote fate={props.originalFate} deletedOn={props.originalDeletedOn} />
          </div>
          <div className="grid grid-cols-1 gap-3 [&_.cost]:border-0 [&_.cost]:p-0 lg:[&>.btn-pair>:last-child:nth-child(odd)]:col-span-full">
            <a
              className="btn btn-lg btn-primary"
              href={look.shown?.download ?? props.download}
              onClick={() => showToast({ kind: "success", title: "Download started", text: "" })}
            >
              <Icon name="download" />
              Download
            </a>
            {tool.parts ? <tool.parts.result transformation={transformation} /> : null}
            {tool.extraAngles && original ? (
              <MoreAngles {...{ tool, angle, angleKey }} options={tool.extraAngles} transformationId={id} />
            ) : null}
            {share || gemsUsed > 0 ? (
              <ShareLink transformationId={id} share={share} hasOriginal={original !== null} />
            ) : null}
            <div className="btn-pair">
              <Again tool={tool} transformationId={id} hasPhoto={original !== null} />
              {isGuided(tool) ? (
                <Link className="btn btn-secondary" to={`/presets/new?from=${id}`}>
                  Save as preset
                </Link>
              ) : null}
              <Link className="btn btn-secondary" to="/gallery">
                View History
              </Link>
              <DeleteLink
                of={{ id, name, picture: result, status: "completed" }}
                next="/gallery"
                className="btn btn-quiet btn-danger-quiet"
              >
                <Icon name="trash" />
                Delete
              </DeleteLink>
            </div>
          </div>
          {gemsUsed > 0 && !share ? <ReturnGem transformationId={id} next={page} /> : null}
        </div>
      </div>
    </main>
  );
}

interface AgainProps {
  tool: Tool;
  transformationId: string;
  /** True while the original exists. */
  hasPhoto: boolean;
}

/** The tool's own restart, plus the same photo and choices where that would drop them. */
function Again({ tool, transformationId, hasPhoto }: AgainProps) {
  const { label, keeps } = tool.again;
  return (
    <>
      {keeps === "nothing" ? (
        <Link className="btn btn-secondary" to={tool.resetAnswers ? `${tool.path}?reset` : tool.path}>
          {label}
        </Link>
      ) : null}
      {keeps === "choices" || hasPhoto ? (
        <Form className="grid grid-cols-1 gap-4" method="post" action={`${tool.path}/again`}>
          <input type="hidden" name="job" value={transformationId} />
          <button type="submit" className="btn btn-secondary">
            {keeps === "choices" ? (
              label
            ) : (
              <>
                Try Again<span className="sr-only"> with the same photo and choices</span>
              </>
            )}
          </button>
        </Form>
      ) : null}
    </>
  );
}

interface ResultCompareProps {
  original: Picture;
  result: Picture;
  resultAlt: string;
}

/** For phones: one picture over the other with a native range as divider. */
function ResultCompare({ original, result, resultAlt }: ResultCompareProps) {
  return (
    <Compare
      className="lg:hidden!"
      before={<PhotoPicture picture={original} alt="Original photo" sizes="88vw" />}
      after={<PhotoPicture picture={result} alt={resultAlt} sizes="88vw" />}
      labels={{ before: "Original", after: "Result" }}
    />
  );
}

/** Days until the original's deletion, or its date. */
function OriginalNote({ fate, deletedOn }: { fate: OriginalRetention | null; deletedOn: string | null }) {
  if (fate?.is === "deleted") {
    return (
      <p className="text-sm text-ink-2">
        {`Your original was deleted on ${deletedOn}, as promised. This result stays; to try again, choose the photo again.`}
      </p>
    );
  }
  if (fate?.is !== "expiring") return null;
  return (
    <p className="text-sm text-ink-2">
      We'll delete your original photo {inDays(fate.days)}. <Link to="/settings#originals">Keep it instead</Link>
    </p>
  );
}

const inDays = (days: number) => (days === 0 ? "today" : days === 1 ? "within a day" : `in ${days} days`);
