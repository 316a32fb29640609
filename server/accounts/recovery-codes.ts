import { randomInt } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { Queryable, Transaction } from "@db/client";
import { recoveryCodes } from "@db/schema";
import { hashToken } from "../core/tokens";

const howMany = 10;
/** Base32: no letter or digit that could be read as another. */
const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
/** Letters of 5 bits each. Codes that were issued with 16 of them work until they are renewed. */
const codeLength = 28;

/** Makes ten recovery codes in place of those there were. They are known here and never again. */
export async function issueRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashToken(plain(code)) })));
  return codes;
}

/** Uses a recovery code up; false when it is none, or was used. */
export async function spendRecoveryCode(tx: Transaction, userId: string, code: string, now: Date): Promise<boolean> {
  const isIt = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashToken(plain(code))));
  const spent = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(isIt, isNull(recoveryCodes.usedAt)))
    .returning({ id: recoveryCodes.id });
  return spent.length > 0;
}

export const countRecoveryCodes = (db: Queryable, userId: string): Promise<number> =>
  db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));

/**
 * "kq7m-x2va-pjd4-rw3t-b6ye-h5uc-nz2s": 140 bits. From 112 bits on a fast hash is enough to keep them (OWASP ASVS 5.0,
 * 6.5.2).
 */
function newCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join("");
  return letters.replace(/.{4}(?=.)/g, "$&-");
}

/** As typed: with or without dashes and spaces, in either case. */
const plain = (code: string) => code.toLowerCase().replace(/[\s-]/g, "");
