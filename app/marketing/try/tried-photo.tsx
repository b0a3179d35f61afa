import { Compare } from "../../ui/compare.tsx";
import { PageTitle } from "../../ui/page-head.tsx";
import { tryoutChoices } from "./choices.ts";
import { TryForm } from "./try-form.tsx";

interface TriedPhotoProps {
  width: number;
  height: number;
  choice: string;
  /** Minutes until its deletion. */
  minutes: number;
  /** False where the photo needs no enhancement. */
  enhanced: boolean;
  signedIn: boolean;
}

/** Shows a visitor's photo before and after, and other choices for it. */
export function TriedPhoto({ width, height, choice, minutes, enhanced, signedIn }: TriedPhotoProps) {
  const title = enhanced ? "Your photo, enhanced" : "Your photo is well lit already";
  const size = { width, height };
  const before = <img src="/try/before" fetchPriority="high" alt="As you sent it" {...size} />;
  return (
    <main
      id="main"
      className="mx-auto grid w-full max-w-page grid-cols-1 gap-6 px-gutter pt-4 pb-16 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)] lg:items-start lg:gap-12 lg:pt-10"
    >
      <PageTitle>{title}</PageTitle>
      <meta name="robots" content="noindex" />
      {enhanced ? (
        <Compare
          labels={{ before: "Before", after: "After" }}
          before={before}
          after={
            <img
              src="/try/after"
              fetchPriority="high"
              alt="With better light and colour, and our mark over it"
              {...size}
            />
          }
        />
      ) : (
        <div className="photo">{before}</div>
      )}
      <div className="grid grid-cols-1 gap-6">
        <div className="grid grid-cols-1 gap-2">
          <h1 className="text-2xl">{title}</h1>
          <p className="max-w-measure text-ink-2">
            {enhanced
              ? "A small copy with our mark. Your own is up to 1920 pixels, without it."
              : "There is little to improve. See it in another style, or on another background."}
          </p>
        </div>
        <form className="grid grid-cols-1 gap-4" method="post" action="/try" data-try>
          <Choices chosen={enhanced || choice !== "look-natural" ? choice : "style-sketch"} enhanced={enhanced} />
          <button type="submit" className="btn-lg btn-primary" name="intent" value="keep">
            Keep it in full size
          </button>
          <p className="text-sm text-ink-2">
            {signedIn
              ? "You'll see it in your account next. No gem is spent yet."
              : "Free with an account: two gems are yours, and this takes one."}
          </p>
        </form>
        <div className="grid grid-cols-1 gap-4 border-t pt-6">
          <TryForm label="Try another photo" />
          <form method="post" action="/try" data-try>
            <p className="text-sm text-ink-2">
              {`This photo is deleted in ${minutes === 1 ? "a minute" : `${minutes} minutes`} unless you keep it.`}
            </p>
            <button type="submit" className="-ml-5 btn-quiet" name="intent" value="delete">
              Delete it now
            </button>
          </form>
        </div>
      </div>
    </main>
  );
}

function Choices({ chosen, enhanced }: { chosen: string; enhanced: boolean }) {
  const offered = tryoutChoices.filter(({ option }) => enhanced || option !== "look-natural");
  return (
    <fieldset className="m-0 min-w-0 border-0 p-0">
      <legend className="mb-2 p-0 text-sm font-strong">Keep it as</legend>
      <div className="relative -mx-1 flex gap-3 overflow-x-auto px-1 pt-1 pb-2 lg:flex-wrap">
        {offered.map(({ option, name }) => (
          <label
            key={option}
            className="relative grid w-[6rem] flex-none cursor-pointer grid-cols-1 content-start gap-1 text-xs"
          >
            <input
              className="peer absolute inset-0 m-0 size-full cursor-pointer opacity-0"
              type="radio"
              name="choice"
              value={option}
              defaultChecked={option === chosen}
            />
            <img
              className="aspect-square w-full rounded-md bg-fill object-cover peer-checked:[outline:3px_solid_var(--color-gem)] peer-checked:[outline-offset:1px] peer-focus-visible:[outline:var(--ring)] peer-focus-visible:[outline-offset:2px]"
              src={`/try/${option}`}
              alt=""
              width="240"
              height="240"
              loading="lazy"
              fetchPriority="low"
            />
            <span className="peer-checked:font-strong">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
