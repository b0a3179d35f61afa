import { Link } from "react-router";
import { toolList, type ToolId } from "../../tools/tool-list.ts";
import { Artwork } from "../../ui/artwork/artwork.tsx";
import type { PictureName } from "../../ui/artwork/pictures.ts";

/** A tool without a picture does not compile. */
const cardPictures: Record<ToolId, PictureName> = {
  "portrait-studio": "places",
  "art-style": "fruit",
  "background-engine": "portrait",
  "surprise-me": "perfume",
};

/** The picture fills its box by height and is cropped at the sides. */
const sizes = "(min-width: 44rem) 29rem, 13rem";

export function ToolCards() {
  return (
    <div className="tools">
      {Object.values(toolList).map((tool) => (
        <Link key={tool.id} className="tool-card" to={tool.path}>
          <span className="tool-card-media">
            <span className="split">
              <Artwork name={cardPictures[tool.id]} half="before" alt="" sizes={sizes} />
              <Artwork name={cardPictures[tool.id]} half="after" alt="" sizes={sizes} />
            </span>
          </span>
          <span className="tool-card-text">
            <b>{tool.title}</b>
            <span className="muted small">{tool.lede}</span>
          </span>
        </Link>
      ))}
    </div>
  );
}
