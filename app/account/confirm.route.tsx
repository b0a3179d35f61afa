import { data, redirect } from "react-router";
import { flashContext } from "../http/flash.server.ts";
import { identitySessionContext, servicesContext } from "../services.ts";
import { DeadLink } from "./dead-link.tsx";
import { refusalInit } from "./form-responses.server.ts";
import { readMailLink } from "./mail-link.server.ts";
import { NoticePage } from "./notice-page.tsx";
import { openMailLink } from "./open-mail-link.server.ts";
import { Refusal } from "./refusal.tsx";
import { shownAddress } from "./shown-address.server.ts";
import type { Route } from "./+types/confirm.route";

/** Opening a mail's link spends nothing: mail scanners open links too. The page's button, which posts, does. */
export function loader({ request }: Route.LoaderArgs) {
  const link = readMailLink(new URL(request.url));
  return data({ type: link?.type ?? null }, { status: link ? 200 : 400 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const link = readMailLink(new URL(request.url));
  if (!link) return data({ dead: "unknown", message: "", signedIn: false } as const, { status: 400 });
  const services = context.get(servicesContext);
  const session = context.get(identitySessionContext);
  const opened = await openMailLink({ session, database: services.database }, link);
  if (!opened.ok) {
    const signedIn = (await session.member()) !== null;
    // GoTrue does not say what is wrong with a link. Who is signed in has most likely pressed theirs a second time.
    const guess: "used" | "unknown" = signedIn && link.type === "email" ? "used" : "unknown";
    const dead = opened.problem === "link-invalid" ? (opened.link ?? guess) : null;
    return data({ dead, message: opened.message, signedIn }, refusalInit(opened));
  }
  if (link.type === "recovery") return redirect(link.next, 303);
  context.get(flashContext).leave({
    kind: "success",
    title: "Your e-mail address is confirmed.",
    text: opened.bonusGems ? `${opened.bonusGems} free gems have been added to your account.` : "Welcome to Photogem.",
  });
  const forgetAddress = await shownAddress("/verify-email", services).forget();
  return redirect(link.next, { status: 303, headers: { "Set-Cookie": forgetAddress } });
}

export const headers = ({ actionHeaders, loaderHeaders }: Route.HeadersArgs) => actionHeaders ?? loaderHeaders;

const pages = {
  email: {
    title: "Confirm your address",
    lede: "One press activates your account, with 2 free gems to start with.",
    button: "Confirm my e-mail address",
  },
  recovery: {
    title: "Choose a new password",
    lede: "You asked to reset your password. If it was not you, close this page and nothing changes.",
    button: "Choose a new password",
  },
} as const;

export default function Confirm({ loaderData: { type }, actionData: refusal }: Route.ComponentProps) {
  if (!type) return <DeadLink type={null} fault="unknown" signedIn={false} />;
  if (refusal?.dead) return <DeadLink type={type} fault={refusal.dead} signedIn={refusal.signedIn} />;
  const { title, lede, button } = pages[type];
  return (
    <NoticePage title={title} lede={lede} failed={Boolean(refusal)}>
      {refusal ? <Refusal title="This did not work" message={refusal.message} /> : null}
      {/* Without an action the form posts to this page's own address, which holds the link. */}
      <form className="stack" method="post">
        <button className="btn btn-primary btn-lg">{button}</button>
      </form>
    </NoticePage>
  );
}
