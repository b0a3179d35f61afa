import { describe, expect, it } from "vitest";
import { chooseNewPassword } from "./new-password.server.ts";
import type { IdentityAnswer, IdentitySession } from "../identity.ts";

describe("choosing a new password", () => {
  it("ends the session in which the new password was chosen", async () => {
    const { session, calls } = sessionAnswering({ ok: true });
    expect(await chooseNewPassword(session, "secret-enough")).toEqual({ ok: true });
    expect(calls).toEqual(["changePassword secret-enough", "signOut"]);
  });

  it("preserves the session after a refusal, so that the person can try another password", async () => {
    const refusal = { ok: false, problem: "same-password", message: "Choose another one." } as const;
    const { session, calls } = sessionAnswering(refusal);
    expect(await chooseNewPassword(session, "the-old-one")).toEqual(refusal);
    expect(calls).toEqual(["changePassword the-old-one"]);
  });

  it("succeeds even when the identity server cannot end the session", async () => {
    const unavailable = { ok: false, problem: "unavailable", message: "Away." } as const;
    const { session } = sessionAnswering({ ok: true }, unavailable);
    expect(await chooseNewPassword(session, "secret-enough")).toEqual({ ok: true });
  });
});

function sessionAnswering(change: IdentityAnswer, signOut: IdentityAnswer = { ok: true }) {
  const calls: string[] = [];
  const session: IdentitySession = {
    ...unusedSession,
    changePassword: async ({ password }) => {
      calls.push(`changePassword ${password}`);
      return change;
    },
    signOut: async () => {
      calls.push("signOut");
      return signOut;
    },
  };
  return { session, calls };
}

const unused = () => Promise.reject(new Error("not part of choosing a password"));
const unusedSession: IdentitySession = {
  lost: () => null,
  member: unused,
  provenMember: unused,
  mailProvenMember: unused,
  signUp: unused,
  signIn: unused,
  signOut: unused,
  signOutEverywhere: unused,
  resendConfirmation: unused,
  verifyLink: unused,
  settlePassword: unused,
  requestPasswordReset: unused,
  changePassword: unused,
  deleteAccount: unused,
};
