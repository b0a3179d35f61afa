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

const providers = ["Google", "Apple"] as const;

/** Both providers show the same message: a page, or a dialog with scripts. */
export function SocialSignIn({ next }: { next: string }) {
  return (
    <>
      <p className="flex items-center gap-4 text-sm text-ink-2 before:flex-1 before:hairline-t before:content-[''] after:flex-1 after:hairline-t after:content-['']">
        or continue with
      </p>
      <div className="btn-pair">
        {providers.map((provider) => (
          <a
            key={provider}
            className="btn btn-secondary"
            href={withNext("/social-login", next)}
            data-dialog="coming-soon"
          >
            {provider}
          </a>
        ))}
      </div>
      <dialog
        className="dialog"
        id="coming-soon"
        aria-labelledby="coming-soon-title"
        aria-describedby="coming-soon-text"
      >
        <form method="dialog" className="grid grid-cols-1 gap-4">
          <h2 id="coming-soon-title">{comingSoon.title}</h2>
          <p id="coming-soon-text">{comingSoon.text}</p>
          <div className="flex flex-wrap justify-end gap-3 [&>.btn]:flex-[1_1_7.5rem]">
            <button className="btn btn-primary">OK</button>
          </div>
        </form>
      </dialog>
    </>
  );
}
