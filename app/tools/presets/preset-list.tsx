import { Link } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { PresetsOffer } from "./presets-offer.tsx";

interface ListedPreset {
  id: string;
  name: string;
  description: string | null;
  /** Choices to make again, and why. */
  removedChoices: string[];
  /** Null when it cannot be used. */
  useAt: string | null;
}

interface PresetListProps {
  usable: boolean;
  groups: { title: string; presets: ListedPreset[] }[];
}

export function PresetList({ usable, groups }: PresetListProps) {
  return (
    <main id="main" className="wrap wrap-s page">
      <PageTitle>Your presets</PageTitle>
      <Link className="link-back" to="/dashboard">
        <Icon name="back" />
        Dashboard
      </Link>
      <div className="page-head">
        <h1>Your presets</h1>
        <p className="lede">Save your favourite settings and reuse them with one tap.</p>
      </div>
      <div className="stack stack-10">
        {usable ? null : <PresetsOffer next="/presets" has={groups.length > 0} />}
        {groups.map(({ title, presets }) => (
          <section key={title} className="stack">
            <h2>{title}</h2>
            <ul className="rows">
              {presets.map((preset) => (
                <PresetRow key={preset.id} {...preset} />
              ))}
            </ul>
          </section>
        ))}
        {usable && !groups.length ? <NoPresets /> : null}
      </div>
    </main>
  );
}

function PresetRow({ id, name, description, removedChoices, useAt }: ListedPreset) {
  const of = <span className="vh"> {name}</span>;
  return (
    <li className="item">
      <div className="item-text">
        <b className="wraps" dir="auto">
          {name}
        </b>
        <span className="muted small">{description ?? "This tool is not offered any more."}</span>
        {removedChoices.map((message) => (
          <span key={message} className="small">
            {message}
          </span>
        ))}
      </div>
      <div className="row">
        {useAt ? (
          <Link className="btn btn-secondary btn-sm" to={useAt}>
            Use{of}
          </Link>
        ) : null}
        <Link className="btn btn-quiet btn-sm" to={`/presets/${id}/rename`}>
          Rename{of}
        </Link>
        <Link className="btn btn-quiet btn-danger-quiet btn-sm" to={`/presets/${id}/delete`}>
          Delete{of}
        </Link>
      </div>
    </li>
  );
}

function NoPresets() {
  return (
    <div className="empty">
      <h2>No presets yet</h2>
      <p className="muted">Open a result you like and press Save as preset.</p>
      <Link className="btn btn-primary" to="/gallery">
        <Icon name="gallery" />
        View Gallery
      </Link>
    </div>
  );
}
