import { Form, Link, useRouteLoaderData } from "react-router";
import { PhotoPicture } from "../../photos/photo-picture.tsx";
import type { loader as rootLoader } from "../../root.tsx";
import { ShareLink } from "../../sharing/share-link.tsx";
import type { Share } from "../../sharing/share.ts";
import { DeleteLink } from "../../transformations/delete-link.tsx";
import type { OriginalRetention } from "../../transformations/original-retention.server.ts";
import type { Transformation } from "../../transformations/read-transformation.server.ts";
import { Icon } from "../../ui/icon.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { showToast } from "../../ui/toasts/toast-store.ts";
import { ReturnGem } from "./return-gem.tsx";
import { LookChoice, useLooks } from "./look-choice.tsx";
import { MoreAngles } from "./more-angles.tsx";
import { OriginalNote } from "./original-note.tsx";
import type { DownloadableLook } from "../runs/read-run.server.ts";
import { ResultCompare } from "./result-compare.tsx";
import { isGuided } from "../wizard/steps.ts";
import type { Tool } from "../tool.ts";

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
    <main id="main" className="wrap page">
      <PageTitle>{`${name}, ${tool.title}`}</PageTitle>
      <div className="result">
        <div className="stack">
          {original ? <ResultCompare original={original} result={result} resultAlt={resultAlt} /> : null}
          <div className={original ? "result-pics only-wide" : "result-pics"}>
            {original ? (
              <figure className="photo photo-whole">
                <PhotoPicture picture={original} alt="Original photo" sizes={besideSizes} />
                <figcaption className="on-photo">Original</figcaption>
              </figure>
            ) : null}
            <figure className="photo photo-whole">
              <PhotoPicture picture={result} alt={resultAlt} sizes={original ? besideSizes : aloneSizes} />
              <figcaption className="on-photo">Result</figcaption>
            </figure>
          </div>
          {looks.length > 1 ? (
            <LookChoice key={id} transformationId={id} looks={looks} page={page} state={look} />
          ) : null}
        </div>
        <div className="stack stack-6">
          <div className="stack stack-2">
            <p>
              <span className="status status-ok">
                <Icon name="check" />
                Transformation complete!
              </span>
            </p>
            <h1>{name}</h1>
            <p className="muted small">
              {description}. {gemsUsed} {gemsUsed === 1 ? "gem" : "gems"} used, {left} left. Made with AI,{" "}
              {result.width} × {result.height} px.
            </p>
            {note ? <p className="muted small">{note}</p> : null}
            <OriginalNote fate={props.originalFate} deletedOn={props.originalDeletedOn} />
          </div>
          <div className="result-actions">
            <a
              className="btn btn-primary btn-lg"
              href={look.shown?.download ?? props.download}
              onClick={() => showToast({ kind: "success", title: "Download started", text: "" })}
            >
              <Icon name="download" />
              Download
            </a>
            {tool.extraAngles && original ? (
              <MoreAngles {...{ tool, angle, angleKey }} options={tool.extraAngles} transformationId={id} />
            ) : null}
            {share || gemsUsed > 0 ? (
              <ShareLink transformationId={id} share={share} hasOriginal={original !== null} />
            ) : null}
            <div className="pair">
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
        <Form className="stack" method="post" action={`${tool.path}/again`}>
          <input type="hidden" name="job" value={transformationId} />
          <button className="btn btn-secondary">
            {keeps === "choices" ? (
              label
            ) : (
              <>
                Try Again<span className="vh"> with the same photo and choices</span>
              </>
            )}
          </button>
        </Form>
      ) : null}
    </>
  );
}
