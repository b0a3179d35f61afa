import { Icon } from "../../ui/icon.tsx";

export function LocalMailboxLink() {
  return (
    <div className="panel stack">
      <p className="row nowrap top">
        <Icon name="list" />
        <span>Mail is not sent from this machine: it is kept in a mailbox here.</span>
      </p>
      <a className="btn btn-secondary" href="/mailbox">
        Open the mailbox
      </a>
    </div>
  );
}
