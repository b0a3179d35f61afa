import { withNext } from "../sign-in/with-next.ts";

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
      <p className="or">or continue with</p>
      <div className="pair">
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
      <dialog id="coming-soon" aria-labelledby="coming-soon-title" aria-describedby="coming-soon-text">
        <form method="dialog" className="stack">
          <h2 id="coming-soon-title">{comingSoon.title}</h2>
          <p id="coming-soon-text">{comingSoon.text}</p>
          <div className="dialog-actions">
            <button className="btn btn-primary">OK</button>
          </div>
        </form>
      </dialog>
    </>
  );
}
