import { Icon } from "../../ui/icon.tsx";

export function LocalMailboxLink() {
  return (
    <div className="grid grid-cols-1 gap-4 panel">
      <p className="flex items-start gap-3">
        <Icon name="list" />
        <span>Mail is not sent from this machine: it is kept in a mailbox here.</span>
      </p>
      <a className="btn btn-secondary" href="/mailbox">
        Open the mailbox
      </a>
    </div>
  );
}
