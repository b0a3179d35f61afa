import type { ReactNode } from "react";
import { brand } from "../../brand.ts";
import { BrandLogo } from "../../ui/brand-mark.tsx";
import { PageTitle, PageDescription } from "../../ui/page-head.tsx";
import { SocialSignIn } from "../sign-up/social-sign-in.tsx";
import { withNext } from "../../server/http/next-path.ts";
import { Compare } from "../../ui/compare.tsx";

const modes = {
  register: {
    title: "Create your account",
    lede: "2 free gems when you verify your email.",
    question: "Already have an account?",
    other: { path: "/login", label: "Login" },
  },
  login: {
    title: "Login to your account",
    lede: "Welcome back. Your gems and photos are waiting.",
    question: `New to ${brand.name}?`,
    other: { path: "/register", label: "Create an account" },
  },
} as const;

interface AuthScreenProps {
  appUrl: string;
  mode: keyof typeof modes;
  next: string;
  failed: boolean;
  /** The image generator's provider requires members of 18 years or more. */
  adultsOnly?: boolean;
  errors: ReactNode;
  children: ReactNode;
}

export function AuthScreen({ appUrl, mode, next, failed, adultsOnly = false, errors, children }: AuthScreenProps) {
  const { title, lede, question, other } = modes[mode];
  return (
    <div className="grid flex-1 grid-cols-1 lg:grid-cols-2">
      <PageTitle failed={failed}>{title}</PageTitle>
      <PageDescription
        appUrl={appUrl}
        path={`/${mode}`}
        title={`${title} · ${brand.name}`}
        description={`${brand.tagline}. ${lede}`}
      />
      <div className="mx-auto w-full max-w-[calc(27rem+2*var(--spacing-gutter))] px-gutter pt-3 pb-16 lg:pt-6">
        <header>
          <a className="mr-auto inline-flex min-h-tap items-center text-ink" href="/">
            <BrandLogo />
          </a>
        </header>
        <main id="main" className="grid grid-cols-1 gap-4 pt-3 md:gap-6 md:pt-6">
          <div className="grid grid-cols-1 gap-1">
            <h1 className="text-2xl md:text-3xl">{title}</h1>
            <p className="text-ink-2">{lede}</p>
          </div>
          {errors}
          <SocialSignIn next={next} />
          {children}
          <div className="text-sm text-ink-2">
            <p>
              {question}{" "}
              <a className="inline-flex min-h-tap min-w-tap items-center font-medium" href={withNext(other.path, next)}>
                {other.label}
              </a>
            </p>
            {mode === "register" ? (
              <p>
                By creating an account you {adultsOnly ? "confirm that you are 18 or older, and " : ""}agree to the{" "}
                <a href="/terms">Terms</a> and the <a href="/privacy">Privacy Policy</a>.
              </p>
            ) : null}
          </div>
        </main>
      </div>
      <AuthArt />
    </div>
  );
}

function AuthArt() {
  return (
    <aside
      className="sticky top-0 hidden h-screen max-h-[60rem] p-4 pl-0 lg:block [&_.compare]:h-full"
      aria-label="Example result"
    >
      <Compare
        after={
          <img
            src="/pictures/auth-after.webp"
            alt="The same after AI Enhancement: clear light, true colours"
            width="720"
            height="900"
            loading="lazy"
          />
        }
        before={
          <img
            src="/pictures/auth-before.webp"
            alt="A woman in a headwrap at a window, dim and grey"
            width="720"
            height="900"
            loading="lazy"
          />
        }
        labels={{ before: "Before", after: "After" }}
      />
    </aside>
  );
}
