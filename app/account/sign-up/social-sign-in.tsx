import { Fragment } from "react";
import { withNext } from "../../server/http/next-path.ts";

export const comingSoon = {
  title: "Coming Soon",
  text: (
    <>
      Social login will be available soon. <br />
      Please use email and password for now.
    </>
  ),
} as const;

const providers = [
  {
    name: "Google",
    logo: (
      <>
        <path
          fill="#4285f4"
          d="M22.6 12.3c0-.8-.1-1.6-.2-2.3H12v4.3h5.9a5 5 0 0 1-2.2 3.3v2.8h3.6a11 11 0 0 0 3.3-8.1z"
        />
        <path fill="#34a853" d="M12 23c3 0 5.5-1 7.3-2.7l-3.6-2.7a6.6 6.6 0 0 1-9.9-3.5H2.2v2.8A11 11 0 0 0 12 23z" />
        <path fill="#fbbc05" d="M5.8 14.1a6.6 6.6 0 0 1 0-4.2V7.1H2.2a11 11 0 0 0 0 9.8z" />
        <path
          fill="#ea4335"
          d="M12 5.4a6 6 0 0 1 4.2 1.6l3.2-3.1A11 11 0 0 0 2.2 7.1l3.6 2.8C6.7 7.3 9.1 5.4 12 5.4z"
        />
      </>
    ),
  },
  {
    name: "Apple",
    logo: (
      <path
        fill="currentColor"
        d="M12.2 6.9c-1 0-2.4-1.1-4-1.1-2 0-3.9 1.2-5 3-2.1 3.7-.5 9.1 1.5 12.1 1 1.5 2.2 3.1 3.8 3 1.5-.1 2.1-1 3.9-1s2.4 1 4 1c1.6 0 2.7-1.5 3.7-3a14 14 0 0 0 1.6-3.4c0 0-3.2-1.2-3.2-4.8 0-3 2.5-4.5 2.6-4.6-1.4-2.1-3.6-2.3-4.4-2.4-2-.2-3.7 1.1-4.6 1.1zm3.3-3.1c.9-1 1.4-2.4 1.3-3.8-1.2.1-2.7.8-3.5 1.8-.8.9-1.5 2.3-1.3 3.7 1.3.1 2.7-.7 3.5-1.7z"
      />
    ),
  },
];

/** Both providers lead to the same message: a page, or a dialog with scripts. */
export function SocialSignIn({ next }: { next: string }) {
  return (
    <>
      <div className="button-pair">
        {providers.map(({ name, logo }) => (
          <Fragment key={name}>
            <a className="btn-secondary" href={withNext("/social-login", next)} data-dialog="coming-soon">
              <svg className="size-5" viewBox="0 0 24 24" aria-hidden="true">
                {logo}
              </svg>
              {name}
            </a>{" "}
          </Fragment>
        ))}
      </div>
      <p className="flex items-center gap-4 text-sm text-ink-2 before:flex-1 before:border-t before:content-[''] after:flex-1 after:border-t after:content-['']">
        or
      </p>
      <dialog
        className="dialog"
        id="coming-soon"
        aria-labelledby="coming-soon-title"
        aria-describedby="coming-soon-text"
      >
        <form method="dialog" className="grid grid-cols-1 gap-4">
          <h2 id="coming-soon-title">{comingSoon.title}</h2>
          <p id="coming-soon-text">{comingSoon.text}</p>
          <div className="flex flex-wrap justify-end gap-3 [&>*]:flex-[1_1_7.5rem]">
            <button type="submit" className="btn-primary">
              OK
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
