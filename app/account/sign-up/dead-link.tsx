import { MessagePage } from "../frame/message-page.tsx";

interface DeadLinkProps {
  /** Null for an unreadable link. */
  type: "email" | "recovery" | null;
  fault: "used" | "expired" | "unknown";
  signedIn: boolean;
}

export function DeadLink({ type, fault, signedIn }: DeadLinkProps) {
  const { title, lede, ways } = type ? deadLinks[type][fault] : incomplete;
  const onward = signedIn && type === "email" && fault === "used" ? [dashboard] : ways;
  return (
    <MessagePage failed title={title} lede={lede}>
      <div className="flex flex-wrap items-center gap-3">
        {onward.map(({ label, path }, place) => (
          <a key={path} className={`btn btn-lg ${place ? "btn-secondary" : "btn-primary"}`} href={path}>
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
  used: "This link was used already",
  expired: "This link has expired",
  unknown: "This link does not work",
} as const;
const unknown = "It is none we know: it was replaced by a newer mail, used, or has expired.";

const incomplete = {
  title: "This link is not complete",
  lede: "Part of it is missing. Open it from the mail once more, or copy the whole of it.",
  ways: [login, confirmAgain, resetAgain],
};
const deadLinks = {
  email: {
    used: { title: titles.used, lede: "Your address is confirmed: nothing more is needed.", ways: [login] },
    expired: {
      title: titles.expired,
      lede: "A link works for an hour. Have a new one sent, and your account is a press away.",
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
