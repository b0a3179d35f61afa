import { data } from "react-router";
import { MessagePage } from "../../account/frame/message-page.tsx";
import { identityMessages } from "../../account/identity-messages.ts";
import { limited } from "../../account/member-action.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { networkOf } from "../../server/http/limits/limits.ts";
import { clientAddressContext, siteContext } from "../../server/http/site.ts";
import type { Route } from "./+types/unsubscribe.route";
import { memberUnsubscribing, readNoticesSetting, saveNoticesSetting } from "./done-notices.server.ts";

type Shown = "ask" | "done" | "unknown" | "limited" | "notSaved";

/** Changes nothing: mail scanners open links. */
export async function loader(args: Route.LoaderArgs) {
  const memberId = memberOf(args);
  const wanted = memberId && (await readNoticesSetting(args.context.get(databaseContext), memberId));
  return show(memberId === null ? "unknown" : wanted ? "ask" : "done");
}

/** Handles our button and that of mail programs, which send no cookie and follow no redirect (RFC 8058, 3.2). */
export async function action(args: Route.ActionArgs) {
  const { context } = args;
  const memberId = memberOf(args);
  const subjects = memberId
    ? { unsubscribeByMember: memberId }
    : { unsubscribeFromAddress: networkOf(context.get(clientAddressContext)) };
  const refusal = await limited(context, subjects);
  if (refusal) return show(refusal.problem === "unavailable" ? "notSaved" : "limited");
  if (memberId) await saveNoticesSetting(context.get(databaseContext), memberId, false);
  return show(memberId ? "done" : "unknown");
}

function memberOf({ request, context }: Pick<Route.LoaderArgs, "request" | "context">): string | null {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  return memberUnsubscribing(token, context.get(siteContext).sessionSecret);
}

const statuses: Record<Shown, number> = { ask: 200, done: 200, unknown: 404, limited: 429, notSaved: 503 };

const show = (shown: Shown) => data(shown, { status: statuses[shown], headers: { "X-Robots-Tag": "noindex" } });

export const headers = ({ loaderHeaders, actionHeaders }: Route.HeadersArgs) =>
  new Headers(actionHeaders ?? loaderHeaders);

const texts: Record<Shown, { title: string; lede: string }> = {
  ask: {
    title: "Turn off these emails?",
    lede: "We'll no longer email you when a photo is ready. Emails about your account and payments still come.",
  },
  done: {
    title: "Emails turned off",
    lede: "We won't email you when a photo is ready. You can turn these emails on again in Settings.",
  },
  unknown: { title: "This link doesn't work", lede: "Part of it is missing. You can turn the emails off in Settings." },
  limited: { title: "Too many tries", lede: "Please wait an hour and try again, or turn the emails off in Settings." },
  notSaved: { title: "This did not work", lede: identityMessages.notSaved },
};

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const shown = actionData ?? loaderData;
  return (
    <MessagePage {...texts[shown]}>
      {shown === "ask" ? (
        <form method="post">
          <input type="hidden" name="notices" value="off" />
          <button type="submit" className="btn-lg btn-primary">
            Turn off emails
          </button>
        </form>
      ) : (
        <p>
          <a className="btn-lg btn-secondary" href="/settings/notices">
            Email settings
          </a>
        </p>
      )}
    </MessagePage>
  );
}
