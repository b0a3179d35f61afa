import { Link, useRouteLoaderData } from "react-router";
import { PhotoPicture } from "../photos/photo-picture.tsx";
import type { loader as rootLoader } from "../root.tsx";
import type { Transformation } from "../transformations/read-transformation.server.ts";
import { Icon } from "../ui/icon.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { ResultCompare } from "./result-compare.tsx";
import type { Tool } from "./tool.ts";

interface ResultScreenProps {
  tool: Tool;
  transformation: Transformation;
  result: NonNullable<Transformation["result"]>;
  /** The link that saves the result as a file. */
  download: string;
}

/** Original and result side by side, and what can be done with the result. */
export function ResultScreen({ tool, transformation, result, download }: ResultScreenProps) {
  const left = useRouteLoaderData<typeof rootLoader>("root")?.member?.gems ?? 0;
  const { original, name, gemsUsed, madeBy, note } = transformation;
  return (
    <main id="main" className="wrap page">
      <PageTitle>{`${name}, ${tool.title}`}</PageTitle>
      <div className="result">
        <div className="stack">
          {original ? <ResultCompare original={original} result={result} /> : null}
          <div className={original ? "result-pics only-wide" : "result-pics"}>
            {original ? (
              <figure className="photo photo-whole">
                <PhotoPicture picture={original} alt="Original photo" sizes="(min-width: 60rem) 24rem, 50vw" />
                <figcaption className="on-photo">Original</figcaption>
              </figure>
            ) : null}
            <figure className="photo photo-whole">
              <PhotoPicture
                picture={result}
                alt={`Result: ${name}, ${tool.done}`}
                sizes="(min-width: 60rem) 24rem, 50vw"
                priority
              />
              <figcaption className="on-photo">Result</figcaption>
            </figure>
          </div>
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
              {tool.done}. {gemsUsed} {gemsUsed === 1 ? "gem" : "gems"} used, {left} left. Made by {madeBy},{" "}
              {result.width} × {result.height} px.
            </p>
            {note ? <p className="muted small">{note}</p> : null}
          </div>
          <div className="result-actions">
            <a className="btn btn-primary btn-lg" href={download} download>
              <Icon name="download" />
              Download
            </a>
            <div className="pair">
              <Link className="btn btn-secondary" to={tool.path}>
                {tool.again}
              </Link>
              <Link className="btn btn-secondary" to="/gallery">
                View History
              </Link>
            </div>
          </div>
        </div>
      </div>
    </main>
  );
}
