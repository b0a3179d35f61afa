import { Form, Link, useNavigation } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { PageTitle } from "../../ui/page-title.tsx";

interface NoticesPageProps {
  wants: boolean;
  sendsMail: boolean;
  lost: string | undefined;
}

export function NoticesPage({ wants, sendsMail, lost }: NoticesPageProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <main id="main" className="wrap wrap-s page">
      <PageTitle>Notices</PageTitle>
      <Link className="link-back" to="/settings">
        <Icon name="back" />
        Settings
      </Link>
      <div className="page-head">
        <h1>Notices</h1>
        <p className="lede">
          If a photo takes over a minute and you leave, we email you when it's ready, or when it failed and your gem is
          back. A batch sends one email.
        </p>
      </div>
      {sendsMail ? null : <p className="panel mb-6">We cannot send email at the moment.</p>}
      <Form className="stack stack-6" method="post">
        <label className="check">
          <input type="checkbox" name="mail" defaultChecked={wants} />
          Email me when it's ready
        </label>
        {lost && !busy ? (
          <p className="error" role="alert">
            {lost}
          </p>
        ) : null}
        <div>
          <button className="btn btn-primary" aria-busy={busy || undefined}>
            Save
          </button>
        </div>
      </Form>
    </main>
  );
}
