import { Form, Link } from "react-router";
import { PhotoPicture } from "../../photos/photo-picture.tsx";
import { stageAt } from "../../transformations/progress.ts";
import { Icon } from "../../ui/icon.tsx";
import type { ShownPhoto } from "./shown-batch.server.ts";

export function BatchRow({ photo, toolPath }: { photo: ShownPhoto; toolPath: string | null }) {
  const { id, name, status, neededNothing, picture, remark, path, download, hasOriginal, hasResult } = photo;
  return (
    <li className="item-list item-row">
      <div className="photo">{picture ? <PhotoPicture picture={picture} alt="" sizes="3.5rem" small /> : null}</div>
      <div className="item-text">
        <h2 className="block max-w-full min-w-0 item-name wrap-anywhere" dir="auto">
          {name}
        </h2>
        <Stand photo={photo} />
        {remark ? <span className="text-sm text-ink-2">{remark}</span> : null}
        {status === "completed" && !hasResult ? (
          <span className="text-sm text-ink-2">Its picture was deleted.</span>
        ) : null}
      </div>
      <div className="list-act">
        {path ? (
          <Link className="btn btn-sm btn-quiet" to={path}>
            <Icon name="eye" />
            View<span className="sr-only"> {name}</span>
          </Link>
        ) : null}
        {download ? (
          <a className="btn btn-sm btn-quiet" href={download}>
            <Icon name="download" />
            Download<span className="sr-only"> {name}</span>
          </a>
        ) : null}
        {status === "failed" && !neededNothing && hasOriginal && toolPath ? (
          <Form method="post" action={`${toolPath}/again`}>
            <input type="hidden" name="job" value={id} />
            <button className="btn btn-sm btn-quiet">
              Open alone<span className="sr-only"> {name}</span>
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
      <span className="status-line text-ink-2">
        <Icon name="check" />
        Nothing to enhance
      </span>
    );
  }
  const { icon, look } = stands[status];
  return (
    <span className={`status-line ${look}`}>
      <Icon name={icon} />
      {status === "processing" ? stages[stageAt(progress)] : stands[status].words}
    </span>
  );
}

const stands = {
  processing: { icon: "clock", look: "text-ink-2", words: "" },
  completed: { icon: "check", look: "text-gem", words: "Done" },
  failed: { icon: "warning", look: "text-danger", words: "Failed" },
} as const;

const stages = { held: "Waiting for its turn", generating: "Generating", saving: "Saving", done: "Done" } as const;
