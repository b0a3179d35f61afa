import { NoticePage } from "./notice-page.tsx";

interface DeadLinkProps {
  type: "email" | "recovery";
  fault: "used" | "expired" | "unknown" | "incomplete";
}

/** A mail's link that leads nowhere any more: what became of it, and the ways on from there. */
export function DeadLink({ type, fault }: DeadLinkProps) {
  const { title, lede, ways } = pages[type][fault];
  return (
    <NoticePage failed title={title} lede={lede}>
      <div className="row">
        {ways.map(({ label, path }, place) => (
          <a key={path} className={`btn btn-lg ${place ? "btn-secondary" : "btn-primary"}`} href={path}>
            {label}
          </a>
        ))}
      </div>
    </NoticePage>
  );
}

const login = { label: "Back to Login", path: "/login" };
const confirmAgain = { label: "Send a new link", path: "/verify-email" };
const resetAgain = { label: "Request New Link", path: "/forgot-password" };

const titles = {
  used: "This link was used already",
  expired: "This link has expired",
  unknown: "This link does not work",
  incomplete: "This link is not complete",
} as const;
const incomplete = "Part of it is missing. Open it from the mail once more, or copy the whole of it.";
const unknown = "It is none we know: it was replaced by a newer mail, used, or has expired.";

const pages = {
  email: {
    used: { title: titles.used, lede: "Your address is confirmed. Sign in to go on.", ways: [login] },
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
    incomplete: { title: titles.incomplete, lede: incomplete, ways: [login, confirmAgain, resetAgain] },
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
    incomplete: { title: titles.incomplete, lede: incomplete, ways: [resetAgain, login] },
  },
} as const;
