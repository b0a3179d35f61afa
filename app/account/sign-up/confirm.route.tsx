import { data, redirect } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { Field } from "../../ui/field.tsx";
import { FormErrors, FormError } from "../forms/form-errors.tsx";
import { parseForm, refusalInit } from "../forms/form-responses.server.ts";
import { settlePasswordSchema } from "../forms/form-schemas.server.ts";
import { readMailLink, openMailLink } from "../mails/mail-link.server.ts";
import { MessagePage } from "../frame/message-page.tsx";
import { knownDevices } from "../sign-in/known-devices.server.ts";
import { identitySessionContext } from "../identity.ts";
import { databaseContext } from "../../server/database/database.ts";
import { siteContext } from "../../server/http/site.ts";
import { tryoutsContext } from "./tryouts.ts";
import { signUpProof, pendingEmailCookie } from "./sign-up-cookies.server.ts";
import type { Route } from "./+types/confirm.route";

type Context = Route.LoaderArgs["context"];

/** Mail scanners open links, so only the page's button uses the token. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const link = readMailLink(new URL(request.url));
  const needsPassword = link?.type === "email" && (await isStranger(request, context));
  return data({ type: link?.type ?? null, needsPassword }, { status: link ? 200 : 400 });
}

const createdAccountId = (request: Request, context: Context) => signUpProof(context.get(siteContext)).read(request);

/** A signed-in member probably reopens a used link and needs no password. */
const isStranger = async (request: Request, context: Context) =>
  (await createdAccountId(request, context)) === null && (await context.get(identitySessionContext).member()) === null;

export async function action({ request, context }: Route.ActionArgs) {
  const link = readMailLink(new URL(request.url));
  if (!link) return data({ dead: "unknown", message: "", signedIn: false } as const, { status: 400 });
  const site = context.get(siteContext);
  const session = context.get(identitySessionContext);
  const createdId = await createdAccountId(request, context);
  let password: string | null = null;
  if (link.type === "email" && (await isStranger(request, context))) {
    const { submission, rejection } = await parseForm(request, settlePasswordSchema);
    if (rejection) return rejection;
    password = submission.value.password;
  }
  const opened = await openMailLink({ session, database: context.get(databaseContext), createdId, password }, link);
  if (!opened.ok) {
    const signedIn = (await session.member()) !== null;
    // GoTrue does not name the cause; a signed-in member probably clicked a second time.
    const guess: "used" | "unknown" = signedIn && link.type === "email" ? "used" : "unknown";
    const dead = opened.problem === "link-invalid" ? (opened.link ?? guess) : null;
    return data({ dead, message: opened.message, signedIn }, refusalInit(opened));
  }
  if (link.type === "recovery") return redirect(link.next, 303);
  const gems = opened.bonusGems
    ? `${opened.bonusGems} free gems have been added to your account.`
    : "Welcome to Photogem.";
  context.get(flashContext).leave({
    kind: "success",
    title: "Your email address is confirmed.",
    text: `${gems}${passwordNotes[opened.password]}`,
  });
  const headers = new Headers({ "Set-Cookie": await pendingEmailCookie("/verify-email", site).clear() });
  headers.append("Set-Cookie", await signUpProof(site).clear());
  const member = await session.member();
  if (member) headers.append("Set-Cookie", await knownDevices(site).remember(request, member.email));
  if (opened.password === "unset") return redirect("/reset-password", { status: 303, headers });
  // If the password is not the sign-up's, a stranger may have left the photo.
  const draft = member && opened.password === "known" ? await context.get(tryoutsContext).adopt(member.id) : null;
  return redirect(draft ?? link.next, { status: 303, headers });
}

const passwordNotes = {
  known: "",
  replaced: " Your new password is set. Please enter your name in Settings.",
  unset: " Please choose your password now.",
} as const;

export const headers = ({ actionHeaders, loaderHeaders }: Route.HeadersArgs) => actionHeaders ?? loaderHeaders;

const pages = {
  email: {
    title: "Confirm your address",
    lede: "One tap activates your account.",
    button: "Confirm my email address and get 2 gems",
  },
  recovery: {
    title: "Choose a new password",
    lede: "You asked to reset your password. If it was not you, close this page and nothing changes.",
    button: "Choose a new password",
  },
} as const;

export default function Confirm({ loaderData: { type, needsPassword }, actionData: answer }: Route.ComponentProps) {
  if (!type) return <DeadLink type={null} fault="unknown" signedIn={false} />;
  const refusal = answer && "dead" in answer ? answer : undefined;
  const formAnswer = answer && "errors" in answer ? answer : undefined;
  if (refusal?.dead) return <DeadLink type={type} fault={refusal.dead} signedIn={refusal.signedIn} />;
  const { title, lede, button } = pages[type];
  return (
    <MessagePage title={title} lede={lede} failed={Boolean(answer)}>
      {refusal ? <FormError title="This did not work" message={refusal.message} /> : null}
      <FormErrors answer={formAnswer} title="This did not work" field="password" />
      {/* Without an action, the form posts to this address, which holds the token. Lynx needs a field to post it. */}
      <form className="grid grid-cols-1 gap-6" method="post" noValidate>
        {needsPassword ? (
          <Field
            id="password"
            name="password"
            label="Password"
            type="password"
            autoComplete="current-password"
            required
            reveal
            hint="Enter the password you chose, or choose a new one with at least 6 characters."
            error={formAnswer?.errors.password}
          />
        ) : null}
        <input type="hidden" name="open" value="yes" />
        <button type="submit" className="btn-lg btn-primary">
          {button}
        </button>
      </form>
    </MessagePage>
  );
}

interface DeadLinkProps {
  type: "email" | "recovery" | null;
  fault: "used" | "expired" | "unknown";
  signedIn: boolean;
}

function DeadLink({ type, fault, signedIn }: DeadLinkProps) {
  const { title, lede, ways } = type ? deadLinks[type][fault] : incomplete;
  const onward = signedIn && type === "email" && fault === "used" ? [dashboard] : ways;
  return (
    <MessagePage failed title={title} lede={lede}>
      <div className="flex flex-wrap items-center gap-3">
        {onward.map(({ label, path }, place) => (
          <a key={path} className={`btn-lg ${place ? "btn-secondary" : "btn-primary"}`} href={path}>
            {label}
          </a>
        ))}
      </div>
    </MessagePage>
  );
}

const dashboard = { label: "Go to Dashboard", path: "/dashboard" };
const login = { label: "Back to Login", path: "/login" };
const confirmAgain = { label: "Send a new link", path: "/verify-email" };
const resetAgain = { label: "Request New Link", path: "/forgot-password" };

const titles = {
  used: "This link was already used",
  expired: "This link has expired",
  unknown: "This link does not work",
} as const;
const unknown = "It was replaced by a newer email, was already used, or has expired.";

const incomplete = {
  title: "This link is not complete",
  lede: "Part of it is missing. Open it from the email again, or copy the whole link.",
  ways: [login, confirmAgain, resetAgain],
};
const deadLinks = {
  email: {
    used: { title: titles.used, lede: "Your address is confirmed: nothing more is needed.", ways: [login] },
    expired: {
      title: titles.expired,
      lede: "A link works for an hour. Ask for a new one, open it, and your account is ready.",
      ways: [confirmAgain, login],
    },
    unknown: {
      title: titles.unknown,
      lede: `${unknown} If your address is confirmed already, just sign in.`,
      ways: [login, confirmAgain],
    },
  },
  recovery: {
    used: {
      title: titles.used,
      lede: "Each link sets one password. Sign in with yours, or request a new link.",
      ways: [login, resetAgain],
    },
    expired: {
      title: titles.expired,
      lede: "A link works for an hour. Request a new one to choose your password.",
      ways: [resetAgain, login],
    },
    unknown: {
      title: titles.unknown,
      lede: `${unknown} Request a new one to choose your password.`,
      ways: [resetAgain, login],
    },
  },
} as const;
