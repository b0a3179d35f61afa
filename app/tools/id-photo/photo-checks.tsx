import { useEffect } from "react";
import { Link, useLocation, useRevalidator } from "react-router";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { isUnderWay } from "../wizard/photo-upload.ts";
import { useWizard } from "../wizard/wizard.tsx";
import { documentOf } from "./documents.ts";
import type { Verdict } from "./verdicts.ts";

const marks: Record<Verdict["is"], { icon: IconName; colour: string; words: string }> = {
  pass: { icon: "check", colour: "text-gem", words: "Passed" },
  fail: { icon: "warning", colour: "text-warn", words: "Not passed" },
  yourself: { icon: "eye", colour: "text-ink-2", words: "Please check this yourself" },
};

/** The document's rule with its source, and the photo's checks. */
export function PhotoChecks() {
  const { draft, upload, checks, answers } = useWizard();
  return (
    <>
      {draft?.photos.length ? (
        <p className="panel text-sm">
          Each photo of a batch must show one person from the front. One that we cannot use returns its gem.
        </p>
      ) : isUnderWay(upload) ? null : checks ? (
        <Checks
          verdicts={[
            ...checks,
            documentOf(answers["document"])?.refusesEdits && answers["changes"] === "crop"
              ? ownBackground
              : otherBackground,
          ]}
        />
      ) : draft?.photo ? (
        <Waiting />
      ) : null}
      <Rule id={answers["document"]} />
    </>
  );
}

/** Not measured. */
const ownBackground: Verdict = {
  check: "Background",
  is: "yourself",
  text: "Yours stays as it is: plain and light, without shadows, patterns or things.",
};

const otherBackground: Verdict = {
  check: "Background",
  is: "yourself",
  text: "A plain wall and nobody behind you: beside hair and shoulders, parts of a busy background may stay.",
};

function Checks({ verdicts }: { verdicts: Verdict[] }) {
  const failed = verdicts.filter((each) => each.is === "fail").length;
  const open = verdicts.filter((each) => each.is === "yourself").length;
  const order = { fail: 0, yourself: 1, pass: 2 };
  return (
    <section className="grid grid-cols-1 gap-3" aria-labelledby="checks">
      <h2 id="checks">Your photo, checked</h2>
      <p role="status">
        <span className="heard-late">
          {failed ? `${failed === 1 ? "One check" : `${failed} checks`} not passed. ` : "No check failed. "}
          {open ? `Please check ${open === 1 ? "one point" : `${open} points`} yourself. ` : null}
          {failed ? "A new photo costs nothing; you can also go on with this one." : null}
        </span>
      </p>
      <ul className="border-t [&>li]:border-b">
        {/* Chromium 103 and Firefox 100 have no toSorted. */}
        {[...verdicts]
          .sort((one, other) => order[one.is] - order[other.is])
          .map(({ check, is, text }) => (
            <li key={check} className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 py-2">
              <Icon name={marks[is].icon} className={marks[is].colour} />
              <span>
                <b className="font-strong">{check}</b>
                <span className={is === "pass" ? "sr-only" : "block text-sm"}>
                  {`${is === "pass" ? ": " : ""}${marks[is].words}${text ? `: ${text}` : "."}`}
                </span>
              </span>
            </li>
          ))}
      </ul>
    </section>
  );
}

/** Ms between a response and the next request; the server waits for the measures too. */
const lookAgainMs = 1000;

/** Sends each request after the last response: a new one aborts it, so that on a slow connection none would finish. */
function Waiting() {
  const { revalidate, state } = useRevalidator();
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (state === "loading") return;
    const looking = setTimeout(() => void revalidate(), lookAgainMs);
    return () => clearTimeout(looking);
  }, [revalidate, state]);
  return (
    <p className="panel text-sm">
      <span role="status">
        <span className="heard-late">We are still checking your photo.</span>
      </span>{" "}
      <Link to={`${pathname}${search}`}>Look again</Link>
    </p>
  );
}

function Rule({ id }: { id: string | undefined }) {
  const document = documentOf(id);
  if (!document) return null;
  const { size, pixels, head, headTo, eyes, background, kilobytes, remark, source } = document;
  const least = kilobytes && "least" in kilobytes ? kilobytes.least : undefined;
  const facts = [
    ["Print", `${size.width} × ${size.height} mm`],
    [
      "File",
      `${pixels.width} × ${pixels.height} px${kilobytes ? `, ${least ? `${least} to ` : "at most "}${kilobytes.most} kB` : ""}`,
    ],
    ["Head", `${head.least} to ${head.most} mm from chin to ${headTo === "hair" ? "the top of the hair" : "crown"}`],
    ...(eyes ? [["Eyes", `${eyes.least} to ${eyes.most} mm above the lower edge`]] : []),
    ["Background", background],
  ];
  return (
    <section className="grid grid-cols-1 gap-3" aria-labelledby="rule">
      <h2 id="rule">The rule: {document.name}</h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {facts.map(([name, fact]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      {remark ? <p className="panel text-sm">{remark}</p> : null}
      {source.unconfirmed ? (
        <p className="panel text-sm">
          <b className="block font-strong">Please check your form or its portal.</b>
          {`Not confirmed by the authority: ${source.unconfirmed}`}
        </p>
      ) : null}
      <p className="text-sm text-ink-2">
        {source.authority}. Read on {source.read}: <a href={source.page}>{new URL(source.page).hostname}</a>. Rules
        change.
      </p>
    </section>
  );
}
