import type { IdentityContext } from "./identity-context.server.ts";
import type { MailTokenType } from "./identity-tables.server.ts";
import { issueMailToken, mayMailAgain } from "./mail-tokens.server.ts";
import { findUserByEmail, fullNameOf, type UserRow } from "./users.server.ts";

export function resendConfirmation(context: IdentityContext, email: string) {
  return mailLink(context, email, {
    type: "confirmation_token",
    kind: "confirmation",
    sentAt: "confirmation_sent_at",
    isDue: (user) => user.email_confirmed_at === null,
  });
}

export function requestRecovery(context: IdentityContext, email: string) {
  return mailLink(context, email, {
    type: "recovery_token",
    kind: "recovery",
    sentAt: "recovery_sent_at",
    isDue: () => true,
  });
}

interface Link {
  type: MailTokenType;
  kind: "confirmation" | "recovery";
  sentAt: "confirmation_sent_at" | "recovery_sent_at";
  isDue: (user: UserRow) => boolean;
}

function mailLink(context: IdentityContext, email: string, link: Link) {
  context.outbox.later(async () => {
    const mail = await context.database.transaction().execute(async (trx) => {
      const now = context.now();
      const user = await findUserByEmail(trx, email, { forUpdate: true });
      if (!user || !link.isDue(user) || !mayMailAgain(user[link.sentAt], now)) return null;
      const tokenHash = await issueMailToken(trx, { user, type: link.type, now });
      await trx
        .updateTable("auth.users")
        .set({ [link.sentAt]: now })
        .where("id", "=", user.id)
        .execute();
      return { kind: link.kind, to: user.email ?? email, fullName: fullNameOf(user), tokenHash };
    });
    if (mail) await context.deliver(mail);
  });
  return {};
}
