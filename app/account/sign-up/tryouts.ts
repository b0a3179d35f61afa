import { createContext } from "react-router";

/** The port to photos of visitors who join to keep them (app/marketing/try). */
export interface Tryouts {
  /** Notes the new account beside the visitor's photo. Never fails a sign-up. */
  claim(request: Request, accountId: string): Promise<void>;
  /** The page of the draft that the account's photo became; null without one. Never fails a confirmation. */
  adopt(accountId: string): Promise<string | null>;
}

export const tryoutsContext = createContext<Tryouts>();
