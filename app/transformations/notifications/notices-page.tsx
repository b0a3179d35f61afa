import { Form, Link, useNavigation } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { PageTitle } from "../../ui/page-title.tsx";

interface NoticesPageProps {
  enabled: boolean;
  sendsMail: boolean;
  connectionError: string | undefined;
}

export function NoticesPage({ enabled, sendsMail, connectionError }: NoticesPageProps) {
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
          <input type="checkbox" name="mail" defaultChecked={enabled} />
          Email me when it's ready
        </label>
        {connectionError && !busy ? (
          <p className="error" role="alert">
            {connectionError}
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
