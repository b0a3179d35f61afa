import { Link } from "react-router";
import { PhotoPicture } from "../photos/photo-picture.tsx";
import type { Picture } from "../photos/picture.ts";
import { Icon } from "../ui/icon.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { LinkField } from "./link-field.tsx";
import { RevokeForm } from "./revoke-form.tsx";
import type { Share } from "./share.ts";

interface ListedShare extends Share {
  name: string;
  picture: Picture | null;
  date: string;
}

interface ShareListProps {
  shares: ListedShare[];
  before: string | null;
  next: string | null;
}

export function ShareList({ shares, before, next }: ShareListProps) {
  return (
    <main id="main" className="wrap wrap-s page">
      <PageTitle>Shared links</PageTitle>
      <Link className="link-back" to="/settings">
        <Icon name="back" />
        Settings
      </Link>
      <div className="page-head">
        <h1>Shared links</h1>
        <p className="lede">Anyone with such a link sees that one picture, until you revoke it.</p>
      </div>
      {shares.length ? <Links shares={shares} next={before ? `/shares?before=${before}` : "/shares"} /> : <NoLinks />}
      {next || before ? (
        <nav className="pager" aria-label="Pages">
          {before ? (
            <Link className="btn btn-quiet" to="/shares" reloadDocument>
              Back to newest
            </Link>
          ) : null}
          {next ? (
            <Link className="btn btn-secondary" to={`/shares?before=${next}`} reloadDocument>
              Load more
            </Link>
          ) : null}
        </nav>
      ) : null}
    </main>
  );
}

function Links({ shares, next }: { shares: ListedShare[]; next: string }) {
  return (
    <ul className="rows">
      {shares.map((share) => (
        <li key={share.id} className="share-row">
          <div className="photo">
            {share.picture ? <PhotoPicture picture={share.picture} alt="" sizes="6rem" /> : null}
          </div>
          <div className="stack stack-2">
            <div className="item-text">
              <b className="wraps">{share.name}</b>
              <span className="muted small num">
                Shared {share.date}
                {share.showsOriginal ? ", with the original" : null}
              </span>
            </div>
            {share.takenDown ? (
              <p className="small">
                <span className="tag tag-danger">Taken down</span> after a report. This link shows nothing any more, and
                the picture cannot be shared again.
              </p>
            ) : (
              <LinkField url={share.url} of={`to ${share.name}`}>
                <RevokeForm shareId={share.id} next={next} of={`to ${share.name}`} />
              </LinkField>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function NoLinks() {
  return (
    <div className="empty">
      <h2>Nothing is shared</h2>
      <p className="muted">Press Share Link on a result to make a link for others.</p>
      <Link className="btn btn-primary" to="/gallery">
        <Icon name="gallery" />
        View Gallery
      </Link>
    </div>
  );
}
