import { redirect } from "react-router";
import { decodeCursor, encodeCursor } from "../../server/database/page-cursor.ts";
import { dateFormatter, timeZoneFromCookie } from "../../ui/dates.ts";
import { HistoryTab } from "./history-tab.tsx";
import { ProfileTab } from "./profile-tab.tsx";
import { readProfile } from "./save-profile.server.ts";
import { transactionRow, readTransactions } from "./transactions.server.ts";
import { SettingsFrame } from "./settings-frame.tsx";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../identity.ts";
import type { Route } from "./+types/settings.route";

export async function loader({ request, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext);
  const member = context.get(memberContext);
  const query = new URL(request.url).searchParams;
  if (query.get("tab") !== "history") {
    return { tab: "profile" as const, ...(await readProfile(database, member)) };
  }
  const cursor = decodeCursor(query.get("before"), "bigint");
  const { transactions, next } = await readTransactions(database, member.id, cursor);
  if (cursor && !transactions.length) throw redirect("/settings?tab=history");
  const formatDate = dateFormatter(timeZoneFromCookie(request.headers.get("Cookie")));
  const rows = transactions.map((transaction) => transactionRow(transaction, formatDate));
  return { tab: "history" as const, rows, before: cursor && encodeCursor(cursor), next };
}

export default function Settings({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsFrame tab={loaderData.tab}>
      {loaderData.tab === "history" ? <HistoryTab {...loaderData} /> : <ProfileTab {...loaderData} />}
    </SettingsFrame>
  );
}
