import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { ConnectionLost } from "../../pwa/offline-forms/online-action.ts";
import { PhotoPicture } from "../../photos/photo-picture.tsx";
import type { Look } from "../../transformations/looks.ts";
import type { DownloadableLook } from "../runs/read-run.server.ts";

export function useLooks(transformationId: string, looks: readonly DownloadableLook[]) {
  const { submit, data } = useFetcher<ConnectionLost | null>();
  const [pending, setPending] = useState<Look | null>(null);
  const sending = useRef(Promise.resolve());
  return {
    shown: looks.find(({ look, chosen }) => (pending ? look === pending : chosen)) ?? null,
    problem: pending ? null : (data?.lost ?? null),
    choose: (look: Look) => {
      setPending(look);
      // Serialised, so that the last choice wins.
      sending.current = sending.current
        .then(() => submit({ look }, { method: "post", action: lookPath(transformationId), preventScrollReset: true }))
        .then(() => setPending((now) => (now === look ? null : now)));
    },
  };
}

const lookPath = (transformationId: string) => `/gallery/${transformationId}/look`;

interface LookChoiceProps {
  transformationId: string;
  looks: readonly DownloadableLook[];
  page: string;
  state: ReturnType<typeof useLooks>;
}

/** A chosen look becomes the result; without scripts a button sends it. */
export function LookChoice({ transformationId, looks, page, state: { shown, problem, choose } }: LookChoiceProps) {
  const [announced, announce] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const takeEarly = useEffectEvent(() => {
    const early = form.current && new FormData(form.current).get("look");
    const chosen = looks.find(({ look }) => look === early)?.look;
    if (chosen && chosen !== shown?.look) choose(chosen);
  });
  // A look may be chosen before the scripts have loaded; React would reset it.
  useEffect(() => takeEarly(), []);
  return (
    <form
      className="look-options grid grid-cols-1 gap-2"
      id="look"
      method="post"
      action={lookPath(transformationId)}
      autoComplete="off"
      ref={form}
    >
      <fieldset aria-describedby="look-hint">
        <legend className="mb-2 text-sm font-strong">Look</legend>
        <div className="option-grid">
          {looks.map(({ look, name, picture }) => (
            <label key={look} className="option-card">
              <input
                type="radio"
                name="look"
                value={look}
                checked={look === shown?.look}
                onChange={() => {
                  choose(look);
                  announce(`${name} look shown.`);
                }}
              />
              <span className="option-media photo">
                <PhotoPicture picture={picture} alt="" sizes="9rem" small />
              </span>
              <span className="option-text">
                <b>{name}</b>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <noscript>
        <input type="hidden" name="next" value={`${page}#look`} />
        <button type="submit" className="btn-secondary">
          Use this look
        </button>
      </noscript>
      <p className="text-sm wrap-anywhere text-ink-2" id="look-hint">
        All of them come with your gem. The one you choose is the one in your gallery, your downloads and links you
        share.
      </p>
      {problem ? (
        <p className="flex items-start gap-[0.4rem] text-sm font-medium wrap-anywhere text-danger" role="alert">
          {problem}
        </p>
      ) : null}
      <p className="sr-only" role="status">
        {announced}
      </p>
    </form>
  );
}
