/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- on phones the
   table is laid out as rows (display: flex), which takes a table its implicit roles in some browsers */
import { Link } from "react-router";
import { receiptPath } from "../../gems/receipts/receipt.ts";
import { Icon } from "../../ui/icon.tsx";
import { PageTitle } from "../../ui/page-title.tsx";

export interface TransactionRow {
  id: string;
  type: string;
  amount: string;
  gained: boolean;
  description: string;
  date: string;
  /** The purchase whose receipt the row links to. */
  receipt: string | null;
}

interface HistoryTabProps {
  rows: TransactionRow[];
  before: string | null;
  next: string | null;
}

export function HistoryTab({ rows, before, next }: HistoryTabProps) {
  return (
    <>
      <PageTitle>Transaction History, Settings</PageTitle>
      {rows.length ? <Transactions rows={rows} /> : <NoTransactions />}
      {next || before ? (
        <nav className="pager" aria-label="Pages">
          {before ? (
            <Link className="btn btn-quiet" to="/settings?tab=history" reloadDocument>
              Back to newest
            </Link>
          ) : null}
          {next ? (
            <Link className="btn btn-secondary" to={`/settings?tab=history&before=${next}`} reloadDocument>
              Load more
            </Link>
          ) : null}
        </nav>
      ) : null}
    </>
  );
}

function NoTransactions() {
  return (
    <div className="empty">
      <h2>No transactions found</h2>
    </div>
  );
}

/** The accessible name includes the purchase, or all links would read "Receipt". */
function ReceiptLink({ reference }: { reference: string }) {
  return (
    <Link className="receipt-link" to={receiptPath(reference)}>
      Receipt<span className="vh"> {reference}</span>
    </Link>
  );
}

const columns = ["Type", "Amount", "Description", "Date", "Status"];

function Transactions({ rows }: { rows: TransactionRow[] }) {
  return (
    <div className="pt-4">
      <table className="ledger" role="table">
        <caption className="vh">Transaction History</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column} scope="col" role="columnheader">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={row.id} role="row">
              <td className="c-type" role="cell">
                {row.type}
              </td>
              <td className={row.gained ? "amount plus" : "amount"} role="cell">
                {row.amount}
              </td>
              <td className="c-desc" role="cell">
                {row.description}
                {row.receipt ? <ReceiptLink reference={row.receipt} /> : null}
              </td>
              <td className="c-date num" role="cell">
                {row.date}
              </td>
              <td className="c-status" role="cell">
                <span className="status status-ok">
                  <Icon name="check" />
                  Completed
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
