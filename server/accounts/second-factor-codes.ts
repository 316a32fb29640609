import { inTransaction } from "../core/transaction";
import { randomInt } from "node:crypto";
import type { Queryable, Transaction } from "@db/client";
import { recoveryCodes, secondFactors } from "@db/schema";
import { and, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import type { Context } from "../core/context";
import { DomainError } from "../core/errors";
import { hashToken, unseal } from "../core/secrets";
import { logSecurityEvent } from "../core/security-log";
import type { Services } from "../core/services";
import { forgetAttempts, countAttempt } from "../core/rate-limits";
import { requireSession } from "./account-sessions";
import { lockAccount } from "./accounts";

/** Throws wrong_code, rate_limited, unauthenticated (first step missing or expired). */
export async function enterSecondFactor(ctx: Context, { code }: { code: string }): Promise<void> {
  const { current } = ctx.session;
  if (!current || current.isComplete) throw new DomainError("unauthenticated", "Please sign in.");
  await withCode(ctx, current.userId, code, async (tx) => {
    await requireSession(tx, current.id);
    await ctx.session.open(current.userId, { recoveredAt: current.recoveredAt }, tx);
  });
  logSecurityEvent(ctx, "signed_in", { userId: current.userId, reason: "second_factor" });
}

async function withCode<Value>(
  ctx: Context,
  userId: string,
  code: string,
  work: (tx: Transaction) => Promise<Value>,
): Promise<Value> {
  await countAttempt(ctx, "code of account", userId);
  const value = await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, { id: userId });
    await spendCode(tx, ctx, userId, code);
    return work(tx);
  });
  await forgetAttempts(ctx, "code of account", userId);
  return value;
}

type Spender = Pick<Services, "clock" | "settings" | "log">;

/** Uses up an app code or a recovery code. The account must be locked. Throws wrong_code. */
export async function spendCode(tx: Transaction, services: Spender, userId: string, code: string): Promise<void> {
  if (await spendAppCode(tx, services, userId, code)) return;
  const isRecoveryCode = await spendRecoveryCode(tx, userId, code, services.clock.now());
  logSecurityEvent(services, isRecoveryCode ? "recovery_code_used" : "second_factor_failed", { userId });
  if (!isRecoveryCode) throw wrongCode();
}

export const wrongCode = () =>
  new DomainError("wrong_code", "That code is not right. Please try again.", { field: "code" });

/** A code counts once: its time step must be later than the last one. */
async function spendAppCode(tx: Transaction, services: Spender, userId: string, code: string): Promise<boolean> {
  const isTheirs = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt));
  const [factor] = await tx.select().from(secondFactors).where(isTheirs);
  const secret = factor && readSecret(services, factor);
  const step = secret ? stepOf(secret, code, services.clock.now()) : null;
  if (step === null) return false;
  const spent = await tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(isTheirs, or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step))))
    .returning({ userId: secondFactors.userId });
  return spent.length > 0;
}

const recoveryCodeCount = 10;
/** Base32: no characters that look alike. */
const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
/** 5 bits each. Older codes of 16 letters stay valid until they are renewed. */
const codeLength = 28;

export async function issueRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashToken(plain(code)) })));
  return codes;
}

async function spendRecoveryCode(tx: Transaction, userId: string, code: string, now: Date): Promise<boolean> {
  const isCode = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashToken(plain(code))));
  const spent = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(isCode, isNull(recoveryCodes.usedAt)))
    .returning({ id: recoveryCodes.id });
  return spent.length > 0;
}

export const countRecoveryCodes = (db: Queryable, userId: string): Promise<number> =>
  db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));

/** "kq7m-x2va-pjd4-rw3t-b6ye-h5uc-nz2s": 140 bits. OWASP ASVS 5.0, 6.5.2 allows a fast hash from 112 bits. */
function newCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join("");
  return letters.replace(/.{4}(?=.)/g, "$&-");
}

const plain = (code: string) => code.toLowerCase().replace(/[\s-]/g, "");

const shape = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Steps early and late: clocks differ, and typing takes time. */
const tolerance = 1;

export const newSecret = (): string => new Secret({ size: 20 }).base32;

export function totpUri({ secret, issuer, label }: { secret: string; issuer: string; label: string }): string {
  return new TOTP({ ...shape, secret: Secret.fromBase32(secret), issuer, label }).toString();
}

export function stepOf(secret: string, code: string, now: Date): number | null {
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = now.getTime();
  const delta = TOTP.validate({ ...shape, secret: Secret.fromBase32(secret), token, timestamp, window: tolerance });
  return delta === null ? null : Math.floor(timestamp / 1000 / shape.period) + delta;
}

/** Returns null if the secret was encrypted under another COOKIE_SECRET. */
export function readSecret(
  { settings, log }: Pick<Services, "settings" | "log">,
  { userId, encryptedSecret }: { userId: string; encryptedSecret: string },
): string | null {
  try {
    return unseal(settings, encryptedSecret, userId);
  } catch (error) {
    log.error({ err: error, userId }, "second factor can't be decrypted");
    return null;
  }
}
