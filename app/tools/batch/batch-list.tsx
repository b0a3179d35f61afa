import { Link } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { toolList } from "../tool-list.ts";
import { batchPath, choosePath, maxBatchPhotos, formatPhotoCount } from "./batch-paths.ts";
import { batchNeedsPackage } from "./batch-messages.ts";

interface BatchListProps {
  entitled: boolean;
  batches: { id: string; title: string; date: string; photos: number; done: number; processing: number }[];
  before: string | null;
  next: string | null;
}

/** Starts a batch with any tool and lists earlier ones, newest first. */
export function BatchList({ entitled, batches, before, next }: BatchListProps) {
  return (
    <main id="main" className="wrap wrap-s page">
      <PageTitle>Several photos at once</PageTitle>
      <Link className="link-back" to="/dashboard">
        <Icon name="back" />
        Dashboard
      </Link>
      <div className="page-head">
        <h1>Several photos at once</h1>
        <p className="lede">Edit up to {maxBatchPhotos} photos with the same settings.</p>
        {entitled ? null : <p className="muted">{batchNeedsPackage}</p>}
      </div>
      <div className="stack stack-10">
        <section className="stack">
          <h2>Begin with</h2>
          <div className="pair">
            {Object.values(toolList).map((tool) => (
              <Link key={tool.id} className="btn btn-secondary" to={choosePath(tool)}>
                {tool.title}
              </Link>
            ))}
          </div>
        </section>
        {batches.length ? (
          <section className="stack">
            <h2>Your batches</h2>
            <ul className="rows">
              {batches.map((batch) => (
                <li key={batch.id} className="item item-whole">
                  <div className="item-text">
                    <Link className="item-link" to={batchPath(batch.id)}>
                      {batch.title}, {formatPhotoCount(batch.photos)}
                    </Link>
                    <span className="muted small num">{batch.date}</span>
                  </div>
                  <span className={`status ${batch.processing ? "status-wait" : "status-ok"}`}>
                    <Icon name={batch.processing ? "clock" : "check"} />
                    {batch.done} of {batch.photos} done
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {next || before ? (
          <nav className="pager" aria-label="Pages">
            {before ? (
              <Link className="btn btn-quiet" to="/batches" reloadDocument>
                Back to newest
              </Link>
            ) : null}
            {next ? (
              <Link className="btn btn-secondary" to={`/batches?before=${next}`} reloadDocument>
                Load more
              </Link>
            ) : null}
          </nav>
        ) : null}
      </div>
    </main>
  );
}
