import { PhotoPicture } from "../../photos/photo-picture.tsx";
import type { Transformation } from "../../transformations/read-transformation.server.ts";
import { Icon } from "../../ui/icon.tsx";
import { answersOf } from "../answers.ts";
import { documentOf, type IdDocument } from "./documents.ts";
import { type Measured, measuredIn, rangeText } from "./measured-note.ts";
import { papers } from "./document-list.ts";

/** Shows the measures over the result, and sheets to print. */
export function IdPhotoResult({ transformation }: { transformation: Transformation }) {
  const { id, note, recipe, result, name } = transformation;
  const document = documentOf(answersOf(recipe)["document"]);
  const measured = measuredIn(note);
  if (!document || !result) return null;
  return (
    <>
      <div className="button-pair">
        {papers.map((paper) => (
          <a
            key={paper.id}
            className="btn-secondary"
            href={`/id-photo/sheet?${new URLSearchParams({ job: id, paper: paper.id })}`}
            download
          >
            <Icon name="download" />
            <span>
              Print sheet, <span className="whitespace-nowrap">{paper.name}</span>
            </span>
          </a>
        ))}
      </div>
      <p className="text-sm text-ink-2">
        The sheets are PDF files at 100 %, with cut marks. Print them in actual size, not fitted to the page.
      </p>
      {measured ? (
        <section className="grid grid-cols-1 gap-3" aria-labelledby="measures">
          <h2 id="measures">Measured against the rule</h2>
          <figure className="relative w-[min(100%,18rem)] overflow-hidden rounded-lg">
            <PhotoPicture picture={result} alt={`${name} with lines at crown, eyes and chin`} sizes="18rem" />
            <Lines measured={measured} document={document} />
          </figure>
          <ul className="text-sm">
            <li>
              {`Head ${measured.head.toFixed(1)} mm; the rule is ${rangeText(document.head)}: ${verdict(measured.head, document.head)}`}
            </li>
            <li>
              {`Eyes ${measured.eyes.toFixed(1)} mm above the lower edge; `}
              {document.eyes
                ? `the rule is ${rangeText(document.eyes)}: ${verdict(measured.eyes, document.eyes)}`
                : "this document has no rule for them."}
            </li>
          </ul>
        </section>
      ) : null}
    </>
  );
}

const verdict = (value: number, { least, most }: { least: number; most: number }) =>
  value >= least && value <= most ? "within it." : "outside it.";

/** In mm of the print. */
function Lines({
  measured: { head, eyes, chin },
  document: { size, eyes: rule },
}: {
  measured: Measured;
  document: IdDocument;
}) {
  const down = (above: number) => size.height - above;
  const line = (above: number) => (
    <g>
      <path d={`M0 ${down(above)}H${size.width}`} stroke="#fff" strokeWidth="0.7" />
      <path d={`M0 ${down(above)}H${size.width}`} stroke="#0a6b52" strokeWidth="0.3" />
    </g>
  );
  return (
    <svg className="absolute inset-0 size-full" viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
      {rule ? (
        <rect
          y={down(rule.most)}
          width={size.width}
          height={rule.most - rule.least}
          fill="#0a6b52"
          fillOpacity="0.22"
        />
      ) : null}
      {line(chin + head)}
      {line(eyes)}
      {line(chin)}
      <path d={`M2 ${down(chin)}V${down(chin + head)}`} stroke="#0a6b52" strokeWidth="0.3" />
    </svg>
  );
}
