import { createServerClient } from "@supabase/ssr";
import {
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  type AuthError,
  type SupabaseClient,
} from "@supabase/supabase-js";
import type { Identity, IdentityAnswer, IdentitySession, Member } from "../../../account/identity.ts";
import { createAccountDeletion } from "./account-deletion.server.ts";
import { identityRefusal, notMailProven, unavailable } from "./identity-refusals.server.ts";
import { createPasswordCheck } from "./password-check.server.ts";
import { createSessionCookies } from "./session-cookies.server.ts";
import { keepSessionOnOutage } from "./keep-session-on-outage.server.ts";

export interface SupabaseIdentityOptions {
  /** The project's URL; for the embedded identity any origin, answered by `fetch`. */
  url: string;
  publishableKey: string;
  /** With it, the client's address is passed on, and Supabase limits each person by their own. */
  secretKey?: string | null;
  /** Supabase's secret key, for what only the server may do: deleting an account. */
  adminKey: string;
  /** Hears of a confirmed address that was signed up again. Supabase Auth itself mails nobody then. */
  onKnownAddress?: (email: string) => void;
  /** Public origin of this app, without a slash at its end. */
  appUrl: string;
  /** True when the app is served over https. */
  secureCookies: boolean;
  fetch?: typeof fetch;
  /** How long one request waits for identity, in milliseconds; the library itself retries a refresh for 30 s. */
  patience?: number;
}

type Auth = SupabaseClient["auth"];

/**
 * Identity by Supabase Auth, hosted or embedded: one client per request on that request's cookies. The cookies are
 * HttpOnly, since no script of ours reads them, and hold the tokens alone.
 */
export function createSupabaseIdentity(options: SupabaseIdentityOptions): Identity {
  const patience = options.patience ?? 8_000;
  const request = options.fetch ?? fetch;
  const patientFetch: typeof fetch = (input, init) =>
    request(input, { ...init, signal: AbortSignal.timeout(patience) });
  const checkPassword = createPasswordCheck({ ...options, fetch: patientFetch });
  const deleteAccount = createAccountDeletion({ ...options, checkPassword, fetch: patientFetch });
  const cookieOptions = {
    // Browsers take a __Host- cookie only over https, for the whole path and from this very host.
    name: options.secureCookies ? "__Host-photogem-session" : "photogem-session",
    path: "/",
    httpOnly: true,
    secure: options.secureCookies,
    sameSite: "lax" as const,
  };

  return {
    session(incoming, responseHeaders, { clientAddress = null } = {}) {
      const cookies = createSessionCookies(incoming, responseHeaders, cookieOptions);
      const cameWithSession = cookies.present();
      const { spared, ...sparing } = keepSessionOnOutage(patientFetch, cookies);
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
      /** Who was here, or why nobody. */
      let found: Member | "ended" | "unreachable" | null = null;

      /** Null when identity takes too long. */
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

      /** A cookie the library cannot make sense of makes it throw; such a cookie is dropped. */
      async function read(question: (auth: Auth) => Promise<Found>): Promise<Member | null> {
        if (!cookies.present()) return null;
        const answered = await ask(question).catch(() => {
          cookies.clear();
          return { member: null, error: null };
        });
        // The library has forgotten a session that was spared; the cookies have not.
        if (spared()) client = null;
        const unheard = !answered || spared() || isAuthRetryableFetchError(answered.error);
        found = answered?.member ?? (unheard ? "unreachable" : "ended");
        return answered?.member ?? null;
      }

      async function provenMember() {
        const member = await read(async (auth) => {
          const { data, error } = await auth.getUser();
          if (error?.code === "user_not_found" || isAuthSessionMissingError(error)) cookies.clear();
          return { member: toMember(data.user?.id, data.user?.email), error };
        });
        if (!member) remembered = null;
        return member;
      }

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
        lost: () => (cameWithSession && typeof found === "string" ? found : null),

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
              // A confirmed address is answered with a made-up user, who has no identities (supabase-js, auth.signUp).
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
          try {
            return await answer((auth) => auth.signOut({ scope: "local" }));
          } finally {
            cookies.clear();
          }
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
          if (!member) return found === "unreachable" ? unavailable : notMailProven;
          if (current !== undefined) {
            const checked = (await withinPatience(checkPassword(member.email, current), patience)) ?? unavailable;
            if (!checked.ok) return checked;
          }
          const changed = await answer((auth) =>
            auth.updateUser({ password, ...(current !== undefined && { current_password: current }) }),
          );
          // This also ends the session that the check opened.
          const ended = await answer((auth) => auth.signOut({ scope: "others" }));
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

/** `getClaims` refreshes the session first when 90 s or less remain, then checks the token with the published key. */
async function claimedMember(auth: Auth): Promise<Found> {
  const { data, error } = await auth.getClaims();
  return { member: toMember(data?.claims.sub, data?.claims.email), error };
}

/** Whoever a session is of; `error` is why it is nobody's. */
interface Found {
  member: Member | null;
  error: AuthError | null;
}

function toMember(id: string | undefined, email: string | undefined): Member | null {
  return id && email ? { id, email } : null;
}

/** As long as a mailed link works. The access token's own times are compared, so it may be its 15 minutes more. */
const mailProofSeconds = 3600;

/** Two times that one request of ours set, by the identity server's own clock, lie no further apart. */
const sameMomentMs = 20_000;

/**
 * Whether a sign-up's answer shows an account that this sign-up created: its first mail went out as it was created. An
 * unconfirmed address that signs up again is answered with its first account, mailed again after a minute or more.
 */
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

/** Mail limits are met only for known addresses, so the answer must not show them. */
const isMailLimit = (error: AuthError) => error.code === "over_email_send_rate_limit";

/** At sign-up only the address's own cooldown says that it is known; the project's limit means no account was made. */
const isCooldown = (error: AuthError) => isMailLimit(error) && error.message.startsWith("For security purposes");

async function withinPatience<T>(work: Promise<T>, milliseconds: number): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(late.resolve, milliseconds, null);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
