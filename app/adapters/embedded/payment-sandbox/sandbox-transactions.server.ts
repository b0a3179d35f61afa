import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SandboxRefund } from "./sandbox-refunds.server.ts";

export interface SandboxTransaction {
  id: number;
  reference: string;
  accessCode: string;
  email: string;
  amountKobo: number;
  paidKobo: number | null;
  currency: string;
  callbackUrl: string;
  cancelUrl: string | null;
  metadata: unknown;
  status: "abandoned" | "pending" | "failed" | "success" | "reversal-pending" | "reversed";
  createdAt: string;
  paidAt: string | null;
  /** The fault that verify shows until `until` (ms since 1970). */
  fault?: { kind: "error" | "slow" | "nonsense"; until: number };
  refunds?: SandboxRefund[];
  refundOutcome?: SandboxRefund["status"];
}

export interface SandboxTransactions {
  read(reference: string): Promise<SandboxTransaction | null>;
  readByAccessCode(accessCode: string): Promise<SandboxTransaction | null>;
  all(): Promise<SandboxTransaction[]>;
  add(transaction: SandboxTransaction): Promise<boolean>;
  /** Serialises changes; returns the new state, null for an unknown reference. */
  change(
    reference: string,
    change: (transaction: SandboxTransaction) => Partial<SandboxTransaction>,
  ): Promise<SandboxTransaction | null>;
}

/** Paystack's rule (https://paystack.com/docs/api/transaction); also safe as a file name. */
export const referencePattern = /^[A-Za-z0-9.=-]{1,100}$/;

/** Contains the reference, so one file per payment suffices. */
export const newAccessCode = (reference: string) => `${randomUUID().replaceAll("-", "").slice(0, 15)}_${reference}`;

export async function openSandboxTransactions(directory: string): Promise<SandboxTransactions> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const inOrder = oneAfterAnother();
  const pathOf = (reference: string) => join(directory, `payment-${reference}.json`);

  async function read(reference: string): Promise<SandboxTransaction | null> {
    if (!referencePattern.test(reference)) return null;
    try {
      return JSON.parse(await readFile(pathOf(reference), "utf8")) as SandboxTransaction;
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
      throw error;
    }
  }

  async function write(transaction: SandboxTransaction): Promise<void> {
    const path = pathOf(transaction.reference);
    const unfinished = `${path}.${randomUUID()}`;
    try {
      await writeFile(unfinished, JSON.stringify(transaction), { mode: 0o600, flush: true });
      await rename(unfinished, path);
    } finally {
      await rm(unfinished, { force: true });
    }
  }

  return {
    read,
    async readByAccessCode(accessCode) {
      const transaction = await read(accessCode.slice(accessCode.indexOf("_") + 1));
      return transaction?.accessCode === accessCode ? transaction : null;
    },
    async all() {
      const files = (await readdir(directory)).filter((name) => /^payment-.+\.json$/.test(name));
      const found = await Promise.all(files.map((name) => read(name.slice("payment-".length, -".json".length))));
      return found.filter((transaction) => transaction !== null);
    },
    add: (transaction) =>
      inOrder(transaction.reference, async () => {
        if (await read(transaction.reference)) return false;
        await write(transaction);
        return true;
      }),
    change: (reference, change) =>
      inOrder(reference, async () => {
        const before = await read(reference);
        if (!before) return null;
        const after = { ...before, ...change(before) };
        await write(after);
        return after;
      }),
  };
}

function oneAfterAnother() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
