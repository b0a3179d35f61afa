import { Form, Link, useRouteLoaderData } from "react-router";
import { brand } from "../../brand.ts";
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
import { ResultPicture } from "./result-picture.tsx";

interface ResultScreenProps {
  tool: Tool;
  transformation: Transformation;
  result: NonNullable<Transformation["result"]>;
  /** The result's heading (catalogue.server.ts). */
  made: string;
  /** The recipe as a sentence. */
  description: string;
  /** True on the page that has waited for the result. */
  arrives: boolean;
  download: string;
  looks: readonly DownloadableLook[];
  share: Share | null;
  /** Another angle, running or failed. */
  angle: Transformation | null;
  angleKey: string;
  originalFate: OriginalRetention | null;
  originalDeletedOn: string | null;
}

export function ResultScreen(props: ResultScreenProps) {
  const { tool, transformation, made, looks, share, angle, angleKey } = props;
  const { original, name, gemsUsed, note, id } = transformation;
  const page = `${tool.path}?job=${id}`;
  const look = useLooks(id, looks);
  const result = look.shown?.picture ?? props.result;
  const download = look.shown?.download ?? props.download;
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter pb-16 lg:pt-6">
      <PageTitle>{`Done: ${made}, ${name}`}</PageTitle>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,8fr)_minmax(17rem,4fr)] lg:items-start lg:gap-10">
        <ResultPicture
          original={original}
          result={result}
          alt={`Result: ${name}, ${props.description}`}
          arrives={props.arrives}
        />
        <div className="grid grid-cols-1 gap-4">
          <div className="grid grid-cols-1">
            <p>
              <span className="status-line text-gem">
                <Icon name="check" />
                Transformation complete!
              </span>
            </p>
            <h1 className="text-2xl">
              <span className="sr-only">Done: </span>
              {made}
            </h1>
            <p className="flex items-center gap-x-3 text-sm text-ink-2">
              <span className="truncate">{name}</span>{" "}
              <Link
                className="inline-flex min-h-tap flex-none items-center font-medium"
                to={`/gallery/${id}/rename?${new URLSearchParams({ next: page })}`}
              >
                Rename
              </Link>
            </p>
          </div>
          <div className="flex flex-wrap gap-3 [&>*]:flex-[1_1_8.5rem] [&>section]:basis-full">
            <a
              className="btn-lg flex-nowrap btn-primary px-3 text-md"
              href={download}
              onClick={() => showToast({ kind: "success", title: "Download started", text: "" })}
            >
              <Icon name="download" />
              Download
            </a>{" "}
            {share || gemsUsed > 0 ? (
              <ShareLink
                transformationId={id}
                share={share}
                hasOriginal={original !== null}
                text={`${made}, made with ${brand.name}`}
                copy={`${download}&size=chat`}
              />
            ) : null}
          </div>
          {tool.parts ? (
            <>
              {note ? <p className="text-sm text-ink-2">{note}</p> : null}
              <tool.parts.result transformation={transformation} />
            </>
          ) : null}
          {looks.length > 1 ? (
            <LookChoice key={id} transformationId={id} looks={looks} page={page} state={look} />
          ) : null}
          {tool.extraAngles && original ? (
            <MoreAngles {...{ tool, angle, angleKey }} options={tool.extraAngles} transformationId={id} />
          ) : null}
          <div className="button-pair">
            <Again tool={tool} transformationId={id} hasPhoto={original !== null} />{" "}
            {isGuided(tool) ? (
              <Link className="btn-secondary" to={`/presets/new?from=${id}`}>
                Save as preset
              </Link>
            ) : null}{" "}
            <Link className="btn-secondary" to="/gallery">
              View History
            </Link>
          </div>
          <div className="grid grid-cols-1">
            <details className="disclosure">
              <summary>Other sizes</summary>
              <ul className="grid grid-cols-1 gap-1 pb-3">
                <OtherSize href={`${download}&size=chat`} name="For chats" note="JPEG, at most 300 kB" />
                <OtherSize href={`${download}&size=profile`} name="Profile picture" note="Square, around the face" />
              </ul>
            </details>
            <Details {...props} size={result} />
            {gemsUsed > 0 && !share ? <ReturnGem transformationId={id} next={page} /> : null}
            <DeleteLink
              of={{ id, name, picture: result, status: "completed" }}
              next="/gallery"
              className="justify-self-start px-0! btn-quiet btn-danger-quiet"
            >
              <Icon name="trash" />
              Delete
            </DeleteLink>
          </div>
        </div>
      </div>
    </main>
  );
}

const OtherSize = ({ href, name, note }: { href: string; name: string; note: string }) => (
  <li>
    <a className="inline-flex min-h-tap flex-wrap items-center gap-x-2" href={href}>
      <span className="font-medium">{name}</span> <span className="text-sm text-ink-2">{note}</span>
    </a>
  </li>
);

function Details({
  tool,
  transformation,
  size,
  description,
  originalFate,
  originalDeletedOn,
}: ResultScreenProps & { size: { width: number; height: number } }) {
  const left = useRouteLoaderData<typeof rootLoader>("root")?.member?.gems ?? 0;
  const { name, gemsUsed, note } = transformation;
  return (
    <details className="disclosure">
      <summary>Details</summary>
      <div className="grid grid-cols-1 gap-2 pb-3 text-sm text-ink-2">
        <p>
          {name}. {description}. {gemsUsed} {gemsUsed === 1 ? "gem" : "gems"} used, {left} left.{" "}
          {tool.parts ? null : "Made with AI, "}
          {size.width} × {size.height} px.
        </p>
        {note && !tool.parts ? <p>{note}</p> : null}
        <OriginalNote fate={originalFate} deletedOn={originalDeletedOn} />
      </div>
    </details>
  );
}

interface AgainProps {
  tool: Tool;
  transformationId: string;
  /** True while the original exists. */
  hasPhoto: boolean;
}

/** Offers the tool's own restart, plus the same photo and choices if that drops them. */
function Again({ tool, transformationId, hasPhoto }: AgainProps) {
  const { again } = tool;
  const { label, keeps } = again;
  return (
    <>
      <Link className="btn-secondary" to={tool.resetAnswers ? `${tool.path}?reset` : tool.path}>
        {again.keeps === "nothing" ? label : again.anew}
      </Link>{" "}
      {keeps === "choices" || hasPhoto ? (
        <Form className="grid grid-cols-1 gap-4" method="post" action={`${tool.path}/again`}>
          <input type="hidden" name="job" value={transformationId} />
          <button type="submit" className="btn-secondary">
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
