import { createServerClient } from "@supabase/ssr";
import {
  type AuthError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  type SupabaseClient,
} from "@supabase/supabase-js";
import type { Identity, IdentityAnswer, IdentitySession, Member } from "../../../account/identity.ts";
import { createAccountDeletion, createPasswordCheck } from "./account-deletion.server.ts";
import { identityRefusal, notMailProven, unavailable } from "./identity-refusals.server.ts";
import { createSessionCookies, keepSessionOnOutage } from "./session-cookies.server.ts";
import { probeService } from "../probe-service.server.ts";

export interface SupabaseIdentityOptions {
  url: string;
  publishableKey: string;
  /** Lets Supabase limit each client address instead of this server's. */
  secretKey?: string | null;
  adminKey: string;
  /** Called when a confirmed address signs up again, because Supabase sends no mail then. */
  onKnownAddress?: (email: string) => void;
  appUrl: string;
  secureCookies: boolean;
  /** If absent, a token permits reading until it expires, even after its session ended. */
  sessionEnds?: SessionEnds;
  fetch?: typeof fetch;
  /** Milliseconds per request; the library alone would retry a refresh for 30 s. */
  patience?: number;
}

/** The product's own record of ended sessions: a read costs one query instead of a request to the identity server. */
export interface SessionEnds {
  /** Tokens of the member issued until this moment need verification; null: all tokens of a deleted account. */
  lastEnd(memberId: string): Promise<Date | null>;
  note(memberId: string): Promise<void>;
}

type Auth = SupabaseClient["auth"];

/** Supabase Auth, hosted or embedded: one client per request, with that request's HttpOnly cookies. */
export function createSupabaseIdentity(options: SupabaseIdentityOptions): Identity {
  const patience = options.patience ?? 8_000;
  const request = options.fetch ?? fetch;
  const patientFetch: typeof fetch = (input, init) =>
    request(input, { ...init, signal: AbortSignal.timeout(patience) });
  const checkPassword = createPasswordCheck({ ...options, fetch: patientFetch });
  const deleteAccount = createAccountDeletion({ ...options, checkPassword, fetch: patientFetch });
  const cookieOptions = {
    // Browsers accept `__Host-` only over https, for the whole path and this host.
    name: options.secureCookies ? "__Host-photogem-session" : "photogem-session",
    path: "/",
    httpOnly: true,
    secure: options.secureCookies,
    sameSite: "lax" as const,
  };

  return {
    session(incoming, responseHeaders, { clientAddress = null, trustsToken = false } = {}) {
      const cookies = createSessionCookies(incoming, responseHeaders, cookieOptions);
      const cameWithSession = cookies.present();
      const { wasInconclusive, ...sparing } = keepSessionOnOutage(patientFetch, cookies);
      const forwarding = options.secretKey && clientAddress ? { "Sb-Forwarded-For": clientAddress } : null;
      const newClient = () =>
        createServerClient(options.url, (forwarding && options.secretKey) || options.publishableKey, {
          cookieOptions,
          cookies: { getAll: cookies.getAll, setAll: sparing.setAll, encode: "tokens-only" },
          global: {
            headers: { ...forwarding },
            fetch: sparing.fetch,
          },
        });
      let client: SupabaseClient | null = null;
      const auth = (): Auth => (client ??= newClient()).auth;
      let remembered: Promise<Member | null> | null = null;
      let lastMember: Member | null = null;
      let outcome: Member | "ended" | "unreachable" | null = null;

      const ask = <T>(question: (auth: Auth) => Promise<T>) => withinPatience(question(auth()), patience);

      async function answer(
        question: (auth: Auth) => Promise<{ error: AuthError | null }>,
        swallows: (error: AuthError) => boolean = () => false,
      ): Promise<IdentityAnswer> {
        remembered = null;
        const result = await ask(question);
        if (!result) return unavailable;
        return !result.error || swallows(result.error) ? { ok: true } : identityRefusal(result.error);
      }

      /** The library throws on malformed cookies; this drops them. */
      async function read(question: (auth: Auth) => Promise<Found>): Promise<Member | null> {
        if (!cookies.present()) return null;
        const answered = await ask(question).catch(() => {
          cookies.clear();
          return { member: null, error: null };
        });
        if (wasInconclusive()) client = null;
        const unreachable = !answered || wasInconclusive() || isAuthRetryableFetchError(answered.error);
        outcome = answered?.member ?? (unreachable ? "unreachable" : "ended");
        lastMember = answered?.member ?? null;
        return lastMember;
      }

      /** Refreshes the session when at most 90 s remain, then verifies the token with the published key. */
      async function claimedMember(auth: Auth): Promise<Found> {
        const { data, error } = await auth.getClaims();
        const { sub, email, iat = 0 } = data?.claims ?? {};
        const member = toMember(sub, email);
        return member && (await mayHaveEnded(member, iat)) ? verifiedMember(auth) : { member, error };
      }

      async function mayHaveEnded({ id }: Member, issuedAt: number): Promise<boolean> {
        if (!options.sessionEnds || trustsToken) return false;
        const end = await options.sessionEnds.lastEnd(id);
        return end === null || issuedAt * 1000 <= end.getTime() + clockMarginMs;
      }

      async function verifiedMember(auth: Auth): Promise<Found> {
        const { data, error } = await auth.getUser();
        if (error?.code === "user_not_found" || isAuthSessionMissingError(error)) cookies.clear();
        return { member: toMember(data.user?.id, data.user?.email), error };
      }

      async function provenMember() {
        const member = await read(verifiedMember);
        if (!member) remembered = null;
        return member;
      }

      const noteEnd = async (memberId: string | undefined) => {
        if (memberId) await options.sessionEnds?.note(memberId);
      };

      async function mailProvenMember() {
        const member = await provenMember();
        const answered = member && (await ask((auth) => auth.getClaims()));
        const { amr, iat = 0 } = answered?.data?.claims ?? {};
        const links = (amr ?? []).filter((entry) => typeof entry === "object" && entry.method === "otp");
        return links.some((entry) => typeof entry === "object" && iat - entry.timestamp <= mailProofSeconds)
          ? member
          : null;
      }

      return {
        member: () => (remembered ??= read(claimedMember)),
        provenMember,
        lost: () => (cameWithSession && typeof outcome === "string" ? outcome : null),

        async signUp({ fullName, email, password }) {
          let known = false;
          let createdId: string | null = null;
          const signedUp = await answer(
            async (auth) => {
              const answered = await auth.signUp({
                email,
                password,
                options: { data: { full_name: fullName }, emailRedirectTo: `${options.appUrl}/dashboard` },
              });
              // A confirmed address gets a made-up user without identities (supabase-js, auth.signUp).
              known = answered.data.user?.identities?.length === 0;
              createdId = answered.data.user && isNew(answered.data.user) ? answered.data.user.id : null;
              return answered;
            },
            (error) => error.code === "user_already_exists" || error.code === "email_exists" || isCooldown(error),
          );
          if (known) options.onKnownAddress?.(email);
          return signedUp.ok ? { ok: true, createdId } : signedUp;
        },

        signIn: (credentials) => answer((auth) => auth.signInWithPassword(credentials)),

        async signOut() {
          const member = lastMember ?? (await read(claimedMember));
          try {
            const ended = await answer((auth) => auth.signOut({ scope: "local" }));
            await noteEnd(member?.id);
            return ended;
          } finally {
            cookies.clear();
          }
        },

        async signOutEverywhere() {
          const member = await provenMember();
          if (!member) return outcome === "unreachable" ? unavailable : { ok: true };
          const ended = await answer((auth) => auth.signOut({ scope: "global" }));
          if (!ended.ok) return ended;
          await noteEnd(member.id);
          cookies.clear();
          return ended;
        },

        resendConfirmation: (email) =>
          answer(
            (auth) =>
              auth.resend({ type: "signup", email, options: { emailRedirectTo: `${options.appUrl}/dashboard` } }),
            isMailLimit,
          ),

        async verifyLink({ tokenHash, type }) {
          let justConfirmed = false;
          const verified = await answer(async (auth) => {
            const answered = await auth.verifyOtp({ token_hash: tokenHash, type });
            const { email_confirmed_at: confirmed, last_sign_in_at: signedIn } = answered.data.user ?? {};
            justConfirmed = within(confirmed, signedIn, sameMomentMs);
            return answered;
          });
          return verified.ok ? { ok: true, justConfirmed } : verified;
        },

        async settlePassword(password) {
          const changed = await answer((auth) => auth.updateUser({ password, data: { full_name: null } }));
          const isSame = !changed.ok && changed.problem === "same-password";
          if (!changed.ok && !isSame) return changed;
          const ended = await answer((auth) => auth.signOut({ scope: "others" }));
          await noteEnd((await read(claimedMember))?.id);
          return ended.ok ? { ok: true, replaced: !isSame } : ended;
        },

        requestPasswordReset: (email) =>
          answer(
            (auth) => auth.resetPasswordForEmail(email, { redirectTo: `${options.appUrl}/reset-password` }),
            isMailLimit,
          ),

        mailProvenMember,

        async changePassword({ password, current }) {
          const member = await (current === undefined ? mailProvenMember() : provenMember());
          if (!member) return outcome === "unreachable" ? unavailable : notMailProven;
          if (current !== undefined) {
            const checked = (await withinPatience(checkPassword(member.email, current), patience)) ?? unavailable;
            if (!checked.ok) return checked;
          }
          const changed = await answer((auth) =>
            auth.updateUser({ password, ...(current !== undefined && { current_password: current }) }),
          );
          const ended = await answer((auth) => auth.signOut({ scope: "others" }));
          await noteEnd(member.id);
          return changed.ok ? ended : changed;
        },

        async deleteAccount(password) {
          const member = await provenMember();
          if (!member) return unavailable;
          const deleted = (await withinPatience(deleteAccount(member, password), patience)) ?? unavailable;
          if (deleted.ok) cookies.clear();
          return deleted;
        },
      } satisfies IdentitySession;
    },
  };
}

interface Found {
  member: Member | null;
  error: AuthError | null;
}

function toMember(id: string | undefined, email: string | undefined): Member | null {
  return id && email ? { id, email } : null;
}

/** Lifetime of a mailed link in seconds; access tokens may add 15 minutes. */
const mailProofSeconds = 3600;

/** Allowed difference between the identity server's clock and the database's. */
const clockMarginMs = 60_000;

/** Longest interval between two times set in one request, by the identity server's clock. */
const sameMomentMs = 20_000;

/** True when this sign-up created the account: the first mail went out at its creation. */
const isNew = ({
  created_at: created,
  confirmation_sent_at: mailed,
}: {
  created_at: string;
  confirmation_sent_at?: string;
}) => within(created, mailed, sameMomentMs);

function within(one: string | undefined, other: string | undefined, milliseconds: number): boolean {
  return Boolean(one && other) && Math.abs(Date.parse(one ?? "") - Date.parse(other ?? "")) <= milliseconds;
}

/** Only known addresses reach this limit, so the answer must not show it. */
const isMailLimit = (error: AuthError) => error.code === "over_email_send_rate_limit";

/** Only a known address has a cooldown; the project's limit means that no account was created. */
const isCooldown = (error: AuthError) => isMailLimit(error) && error.message.startsWith("For security purposes");

async function withinPatience<T>(work: Promise<T>, milliseconds: number): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(late.resolve, milliseconds, null);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

interface Project {
  url: string;
  publishableKey: string;
  secretKey: string;
}

/** The gateway checks the key before it answers the health call. */
export async function checkSupabase({ url, publishableKey, secretKey }: Project): Promise<string | null> {
  const probe = (key: string, apikey: string) =>
    probeService({ url: `${url}/auth/v1/health`, headers: { apikey }, key });
  return (await probe("SUPABASE_PUBLISHABLE_KEY", publishableKey)) ?? probe("SUPABASE_SECRET_KEY", secretKey);
}
