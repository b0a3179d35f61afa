import { Link } from "react-router";
import { Icon } from "../../ui/icon.tsx";

export function YourData() {
  return (
    <section className="setting">
      <div className="stack stack-2">
        <h2>Your data</h2>
        <p className="muted small">
          One file with everything: profile, history, photos, shared links, presets and email choices.
        </p>
      </div>
      <div className="row">
        {/* A document submit, so that the browser shows the download. */}
        <form method="post" action="/settings/export">
          <button className="btn btn-secondary">
            <Icon name="download" />
            Download my data
          </button>
        </form>
        <Link className="btn btn-secondary" to="/shares">
          Shared links
        </Link>
        <Link className="btn btn-secondary" to="/presets">
          Presets
        </Link>
        <Link className="btn btn-secondary" to="/settings/notices">
          Notices
        </Link>
        <Link className="btn btn-quiet btn-danger-quiet" to="/settings/delete-account">
          Delete my account
        </Link>
      </div>
    </section>
  );
}
