import { Form, Link } from "react-router";
import { PhotoPicture } from "../../photos/photo-picture.tsx";
import { stageAt } from "../../transformations/progress.ts";
import { Icon } from "../../ui/icon.tsx";
import type { ShownPhoto } from "./shown-batch.server.ts";

export function BatchRow({ photo, toolPath }: { photo: ShownPhoto; toolPath: string | null }) {
  const { id, name, status, neededNothing, picture, remark, path, download, hasOriginal, hasResult } = photo;
  return (
    <li className="item item-list">
      <div className="photo">{picture ? <PhotoPicture picture={picture} alt="" sizes="3.5rem" small /> : null}</div>
      <div className="item-text">
        <h2 className="name wraps" dir="auto">
          {name}
        </h2>
        <Stand photo={photo} />
        {remark ? <span className="muted small">{remark}</span> : null}
        {status === "completed" && !hasResult ? <span className="muted small">Its picture was deleted.</span> : null}
      </div>
      <div className="list-act">
        {path ? (
          <Link className="btn btn-quiet btn-sm" to={path}>
            <Icon name="eye" />
            View<span className="vh"> {name}</span>
          </Link>
        ) : null}
        {download ? (
          <a className="btn btn-quiet btn-sm" href={download}>
            <Icon name="download" />
            Download<span className="vh"> {name}</span>
          </a>
        ) : null}
        {status === "failed" && !neededNothing && hasOriginal && toolPath ? (
          <Form method="post" action={`${toolPath}/again`}>
            <input type="hidden" name="job" value={id} />
            <button className="btn btn-quiet btn-sm">
              Open alone<span className="vh"> {name}</span>
            </button>
          </Form>
        ) : null}
      </div>
    </li>
  );
}

function Stand({ photo: { status, progress, neededNothing } }: { photo: ShownPhoto }) {
  if (neededNothing) {
    return (
      <span className="status status-wait">
        <Icon name="check" />
        Nothing to enhance
      </span>
    );
  }
  const { icon, look } = stands[status];
  return (
    <span className={`status ${look}`}>
      <Icon name={icon} />
      {status === "processing" ? stages[stageAt(progress)] : stands[status].words}
    </span>
  );
}

const stands = {
  processing: { icon: "clock", look: "status-wait", words: "" },
  completed: { icon: "check", look: "status-ok", words: "Done" },
  failed: { icon: "warning", look: "status-bad", words: "Failed" },
} as const;

const stages = { held: "Waiting for its turn", generating: "Generating", saving: "Saving", done: "Done" } as const;
