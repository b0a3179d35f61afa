import { createContext } from "react-router";

/** The port to photos of visitors who join to keep them (app/marketing/try). */
export interface Tryouts {
  /** Records the new account with the visitor's photo. Never fails a sign-up. */
  claim(request: Request, accountId: string): Promise<void>;
  /** Turns the account's photo into a draft and returns its page; null without a photo. Never fails a confirmation. */
  adopt(accountId: string): Promise<string | null>;
}

export const tryoutsContext = createContext<Tryouts>();
