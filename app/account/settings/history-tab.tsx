import { Link } from "react-router";
import { receiptPath } from "../../gems/receipts/receipt.ts";
import { Icon } from "../../ui/icon.tsx";
import { PageTitle } from "../../ui/page-head.tsx";

export interface TransactionRow {
  id: string;
  type: string;
  amount: string;
  gained: boolean;
  description: string;
  date: string;
  /** Reference of the purchase whose receipt the row links to. */
  receipt: string | null;
  /** The state of a refund. */
  note: string | null;
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
        <nav className="flex flex-wrap items-center justify-center gap-3 pt-8" aria-label="Pages">
          {before ? (
            <Link className="btn-quiet" to="/settings?tab=history" reloadDocument>
              Back to newest
            </Link>
          ) : null}
          {next ? (
            <Link className="btn-secondary" to={`/settings?tab=history&before=${next}`} reloadDocument>
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
    <div className="grid grid-cols-1 justify-items-center gap-4 px-5 py-12 text-center">
      <h2>No transactions found</h2>
    </div>
  );
}

/** Adds the purchase to the accessible name; otherwise all links would read "Receipt". */
function ReceiptLink({ reference }: { reference: string }) {
  return (
    <Link className="flex min-h-tap w-fit items-center" to={receiptPath(reference)}>
      Receipt<span className="sr-only"> {reference}</span>
    </Link>
  );
}

const cell = "bar:border-b p-0 align-top last:pr-0 max-bar:min-w-0 bar:py-4 bar:pr-4";

const columns = ["Type", "Amount", "Description", "Date", "Status"];

function Transactions({ rows }: { rows: TransactionRow[] }) {
  return (
    <div className="pt-4">
      <table className="w-full border-collapse text-left max-bar:block">
        <caption className="sr-only">Transaction History</caption>
        <thead className="max-bar:sr-only">
          <tr>
            {columns.map((column) => (
              <th key={column} className="border-b py-3 pr-4 pl-0 text-sm font-medium text-ink-2 last:pr-0" scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-bar:block">
          {rows.map((row) => (
            <tr
              key={row.id}
              className="max-bar:flex max-bar:flex-wrap max-bar:justify-between max-bar:gap-x-4 max-bar:gap-y-[0.1rem] max-bar:border-b max-bar:py-4"
            >
              <td className={`${cell} max-bar:font-strong`}>{row.type}</td>
              <td className={`${cell} font-strong whitespace-nowrap tabular-nums ${row.gained ? "text-gem" : ""}`}>
                {row.amount}
              </td>
              <td className={`${cell} max-bar:flex-[1_0_100%] max-bar:text-ink-2`}>
                {row.description}
                {row.note ? <span className="block text-sm text-ink-2">{row.note}</span> : null}
                {row.receipt ? <ReceiptLink reference={row.receipt} /> : null}
              </td>
              <td className={`${cell} tabular-nums max-bar:text-sm max-bar:text-ink-2 bar:whitespace-nowrap`}>
                {row.date}
              </td>
              <td className={cell}>
                <span className="status-line text-gem">
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
