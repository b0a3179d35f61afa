import { Link } from "react-router";
import { Icon } from "../../ui/icon.tsx";

export function YourData() {
  return (
    <section className="grid grid-cols-1 gap-5 hairline-b py-8 last:border-0 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)] lg:gap-12 [&_.field]:max-w-[32rem] [&>*]:content-start">
      <div className="grid grid-cols-1 gap-2">
        <h2>Your data</h2>
        <p className="text-sm text-ink-2">
          One file with everything: profile, history, photos, shared links, presets and email choices.
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
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
