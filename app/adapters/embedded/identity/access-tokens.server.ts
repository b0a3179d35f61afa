import { errors as joseErrors, importJWK, jwtVerify, SignJWT } from "jose";
import { badJwt } from "./gotrue-protocol.server.ts";
import type { AuthenticationMethod, UserRow } from "./identity-tables.server.ts";
import type { SigningKey } from "./signing-key.server.ts";

/** Seconds: claims outlive a revoked session until the token expires. */
export const accessTokenSeconds = 15 * 60;

export interface SessionClaims {
  user: UserRow;
  sessionId: string;
  method: AuthenticationMethod;
  openedAt: Date;
}

export interface AccessTokens {
  /** GoTrue's claims; `expiresAt` in seconds since the epoch. */
  sign(claims: SessionClaims): Promise<{ token: string; expiresAt: number }>;
  /** @throws GotrueError `bad_jwt` for a foreign or expired token. */
  verify(token: string): Promise<{ userId: string; sessionId: string }>;
  jwks: { keys: object[] };
}

export function createAccessTokens(key: SigningKey, issuer: string, now: () => Date): AccessTokens {
  const publicKey = importJWK(key.publicJwk, "ES256");
  return {
    jwks: { keys: [key.publicJwk] },

    async sign({ user, sessionId, method, openedAt }) {
      const issuedAt = seconds(now());
      const expiresAt = issuedAt + accessTokenSeconds;
      const token = await new SignJWT({
        email: user.email,
        phone: "",
        role: "authenticated",
        session_id: sessionId,
        aal: "aal1",
        amr: [{ method, timestamp: seconds(openedAt) }],
        app_metadata: user.raw_app_meta_data ?? {},
        user_metadata: user.raw_user_meta_data ?? {},
        is_anonymous: false,
      })
        .setProtectedHeader({ alg: "ES256", typ: "JWT", kid: key.kid })
        .setIssuer(issuer)
        .setSubject(user.id)
        .setAudience("authenticated")
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key.privateKey);
      return { token, expiresAt };
    },

    async verify(token) {
      const checks = { algorithms: ["ES256"], issuer, audience: "authenticated", currentDate: now() };
      const verified = await jwtVerify(token, await publicKey, checks).catch((error: unknown) => {
        throw error instanceof joseErrors.JOSEError ? badJwt() : error;
      });
      const { sub, session_id: sessionId } = verified.payload;
      if (typeof sub !== "string" || typeof sessionId !== "string") throw badJwt();
      return { userId: sub, sessionId };
    },
  };
}

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);
