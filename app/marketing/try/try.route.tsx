import { data, redirect } from "react-router";
import { FormError } from "../../account/forms/form-errors.tsx";
import { MessagePage } from "../../account/frame/message-page.tsx";
import { identitySessionContext } from "../../account/identity.ts";
import { photoSightContext } from "../../photos/advice/photo-sight.ts";
import { photoParts } from "../../photos/photo-parts.ts";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { flashContext } from "../../server/http/flash.server.ts";
import { memberOf } from "../../server/http/identity-session.server.ts";
import { rateLimiterContext } from "../../server/http/limits/limits.ts";
import { clientAddressContext, siteContext } from "../../server/http/site.ts";
import { observationContext } from "../../server/observability/observation.ts";
import { Artwork } from "../../ui/artwork/artwork.tsx";
import { PageTitle } from "../../ui/page-head.tsx";
import type { Route } from "./+types/try.route";
import { receiveTryout } from "./receive-tryout.server.ts";
import { ownTryout, tryCookie, tryoutPicture } from "./visitor-tryout.server.ts";
import { TryForm } from "./try-form.tsx";
import { TriedPhoto } from "./tried-photo.tsx";
import { adoptTryout, chooseForTryout, deleteTryout } from "./tryouts.server.ts";

/** Ms that the page waits for its picture; later it refreshes itself, which costs seconds on a slow connection. */
const patienceMs = 8_000;
const refreshSeconds = { drawing: 2, busy: 8 } as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { token, tryout } = await ownTryout(context, request);
  const { noted } = context.get(observationContext);
  const noindex = { headers: { "X-Robots-Tag": "noindex" } };
  if (!tryout) {
    noted({ what: "tryout", outcome: "offered" });
    return data({ is: "none", expired: token !== null } as const, noindex);
  }
  // Not the request's signal: the next request finds the picture that this one started.
  const asked = tryoutPicture(context, tryout, "after", new AbortController().signal);
  const picture = await Promise.race([asked, pause(patienceMs)]);
  if (picture?.is === "busy" || picture?.is === "limited")
    return data({ is: "waiting", busy: true, seconds: refreshSeconds.busy } as const, noindex);
  if (!picture) return data({ is: "waiting", busy: false, seconds: refreshSeconds.drawing } as const, noindex);
  noted({ what: "tryout", outcome: "shown" });
  const { width, height, choice, expiresAt } = tryout;
  const minutes = Math.max(1, Math.round((expiresAt.getTime() - Date.now()) / 60_000));
  const member = await memberOf(context);
  const photo = { width, height, choice, minutes, enhanced: picture.is === "picture", signedIn: member !== null };
  return data({ is: "ready", photo } as const, noindex);
}

const pause = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null));

/** A photo (multipart `image`), or `intent`: `keep` with `choice`, or `delete`. */
export async function action({ request, context }: Route.ActionArgs) {
  const { token, tryout } = await ownTryout(context, request);
  const isPhoto = request.headers.get("Content-Type")?.startsWith("multipart/form-data");
  if (isPhoto) return postPhoto(context, request, token);
  const form = await readSmallForm(request);
  if (!token || !tryout) return redirect("/try", 303);
  return form.get("intent") === "delete"
    ? deletePhoto(context, token)
    : keepPhoto(context, token, String(form.get("choice")));
}

type Context = Route.ActionArgs["context"];

async function postPhoto(context: Context, request: Request, before: string | null) {
  const parts = photoParts(context);
  const { noted } = context.get(observationContext);
  const address = context.get(clientAddressContext);
  const received = await receiveTryout(parts, { request, address, rateLimiter: context.get(rateLimiterContext) });
  if (!("token" in received)) {
    noted({ what: "tryout", outcome: "refused" });
    const { status, message, headers } = received;
    return data({ message, busy: status === 429 }, { status, headers });
  }
  noted({ what: "tryout", outcome: "sent" });
  if (before) await forget(context, await deleteTryout(parts, before, { unlessClaimed: true }));
  // Draws the picture while the response is on its way.
  tryoutPicture(context, received.tryout, "after", new AbortController().signal).catch(() => {});
  const cookie = await tryCookie(context.get(siteContext)).write(received.token);
  return redirect("/try", { status: 303, headers: { "Set-Cookie": cookie } });
}

/** Visitors join first; the new account adopts the photo when its address is confirmed. */
async function keepPhoto(context: Context, token: string, choice: string) {
  const { database } = photoParts(context);
  await chooseForTryout(database, token, choice);
  const member = await context.get(identitySessionContext).provenMember();
  if (!member) {
    const text = "Create your account and confirm your email address: your photo is there, in full size.";
    context.get(flashContext).leave({ kind: "success", title: "Your photo is waiting", text });
    return redirect("/register?next=/try", 303);
  }
  const adopted = await adoptTryout(database, member.id, token);
  if (!adopted) return redirect("/try", 303);
  await forget(context, adopted.photoId);
  context.get(observationContext).noted({ what: "tryout", outcome: "joined" });
  const cleared = await tryCookie(context.get(siteContext)).clear();
  return redirect(adopted.path, { status: 303, headers: { "Set-Cookie": cleared } });
}

async function deletePhoto(context: Context, token: string) {
  await forget(context, await deleteTryout(photoParts(context), token));
  context.get(observationContext).noted({ what: "tryout", outcome: "deleted" });
  context.get(flashContext).leave({ kind: "success", title: "Your photo is deleted.", text: "" });
  const cleared = await tryCookie(context.get(siteContext)).clear();
  return redirect("/try", { status: 303, headers: { "Set-Cookie": cleared } });
}

async function forget(context: Context, photoId: string | null) {
  if (photoId) context.get(photoSightContext)?.forget(photoId);
}

export const headers = ({ loaderHeaders, actionHeaders }: Route.HeadersArgs) =>
  new Headers([...loaderHeaders, ...actionHeaders]);

export default function Try({ loaderData: state, actionData: problem }: Route.ComponentProps) {
  if (problem) return <Offer problem={problem} expired={false} />;
  if (state.is === "none") return <Offer problem={null} expired={state.expired} />;
  if (state.is === "waiting") return <Waiting busy={state.busy} seconds={state.seconds} />;
  return <TriedPhoto {...state.photo} />;
}

function Offer({ problem, expired }: { problem: { message: string; busy: boolean } | null; expired: boolean }) {
  const lede = expired
    ? "We deleted the photo you tried when its time was up. Choose it again, or another one."
    : "Choose any photo and see it with better light, truer colours and in other styles.";
  return (
    <MessagePage title="Try it with your photo" lede={lede} failed={problem !== null}>
      {problem ? <FormError title="This did not work" message={problem.message} /> : null}
      {problem?.busy ? <JoinLink /> : null}
      <TryForm label="Choose a photo" primary />
      <Artwork name="styles" alt="One photo of a woman as a pencil sketch, an oil painting and a comic" sizes="32rem" />
    </MessagePage>
  );
}

const JoinLink = () => (
  <a className="btn-lg btn-primary" href="/register">
    Get Started
  </a>
);

function Waiting({ busy, seconds }: { busy: boolean; seconds: number }) {
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter">
      <meta httpEquiv="refresh" content={String(seconds)} />
      <PageTitle>Enhancing your photo</PageTitle>
      <div className="notice">
        <h1>Enhancing your photo</h1>
        <p className="max-w-measure text-lg text-ink-2">
          {busy
            ? "Many photos are being worked on, and members’ photos come first. This page refreshes itself. To continue now, join: two photos are free."
            : "A few more seconds. It appears here automatically."}
        </p>
        <div className="flex flex-wrap gap-3">
          <a className="btn-lg btn-secondary" href="/try">
            Look again
          </a>
          {busy ? <JoinLink /> : null}
        </div>
      </div>
    </main>
  );
}
