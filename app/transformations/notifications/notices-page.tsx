import { Form, Link, useNavigation } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { PageTitle } from "../../ui/page-title.tsx";

interface NoticesPageProps {
  wants: boolean;
  /** False where the server has no way to send mail. */
  sendsMail: boolean;
  /** Said when the line broke. */
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
          When a transformation took longer than a minute and you have left the page, a mail tells you that it is done,
          or that it failed and your gem is back. For a batch it is one mail.
        </p>
      </div>
      {sendsMail ? null : <p className="panel mb-6">No mail can be sent from here at the moment.</p>}
      <Form className="stack stack-6" method="post">
        <label className="check">
          <input type="checkbox" name="mail" defaultChecked={wants} />
          Mail me when it is done
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
