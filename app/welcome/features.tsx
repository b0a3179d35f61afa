import { toolAt } from "../tools/catalogue.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import { Artwork } from "../artwork/artwork.tsx";
import { promises } from "./promises.ts";

const mediaSizes = "(min-width: 44rem) 35rem, 60vw";

/** The features without a picture. One whose tool is not in the catalogue yet says so. */
const listed: { icon: IconName; title: string; text: string; tool: `/${string}` | null }[] = [
  {
    icon: "palette",
    title: "Pixel AI Art",
    text: "Painting, anime, cartoon and similar styles, as strong as you like.",
    tool: "/pixel-art",
  },
  {
    icon: "portrait",
    title: "Attire Transformation",
    text: "Formal, casual, business, evening or sport.",
    tool: "/transform",
  },
  {
    icon: "sparkle",
    title: "Pose & Angle Control",
    text: "Choose how you stand and where the camera is.",
    tool: "/transform",
  },
  {
    icon: "download",
    title: "High-Quality Export",
    text: `Download at full resolution, up to ${promises.longestSide} pixels, ready to print or post.`,
    tool: null,
  },
];

export function Features() {
  return (
    <section className="wrap" id="features">
      <div className="section-head">
        <h2>Features</h2>
      </div>
      <ul className="bento">
        <li className="feat feat-wide">
          <div className="feat-media split">
            <Artwork name="perfume" half="before" alt="" sizes={mediaSizes} />
            <Artwork name="perfume" half="after" alt="" sizes={mediaSizes} />
          </div>
          <div className="feat-text">
            <h3>AI Enhancement</h3>
            <p className="muted">Lifts the light, corrects the colour, brings back detail.</p>
          </div>
        </li>
        <li className="feat feat-wide">
          <div className="feat-media">
            <Artwork name="backdrops" alt="" sizes={mediaSizes} />
          </div>
          <div className="feat-text">
            <h3>Background Engine</h3>
            <p className="muted">Remove, replace or redesign the background.</p>
            <Availability tool="/background-engine" />
          </div>
        </li>
        {listed.map(({ icon, title, text, tool }) => (
          <li key={title} className="feat feat-plain">
            <div className="feat-text">
              <Icon name={icon} size="i-l" />
              <h3>{title}</h3>
              <p className="muted">{text}</p>
              {tool ? <Availability tool={tool} /> : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Availability({ tool }: { tool: `/${string}` }) {
  if (toolAt(tool)) return null;
  return (
    <p>
      <span className="tag">Coming soon</span>
    </p>
  );
}
