import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { toString as drawQrCode } from "qrcode";
import type { z } from "zod";
import type { Queryable, Transaction } from "@db/client";
import { recoveryCodes, secondFactors } from "@db/schema";
import { DomainError } from "../core/errors";
import { logSecurityEvent } from "../core/security-log";
import { readSiteSettings } from "../core/site-settings";
import type { MemberContext } from "../core/context";
import { mailSecondFactorChanged, type SecondFactorChange } from "./mail-account";
import { forgetAttempts, spendAttempt } from "../rate-limits/rate-limits";
import { ownerTransaction, requireOwner, type Owner } from "./re-authenticate";
import { readSecret } from "./read-secret";
import { countRecoveryCodes, issueRecoveryCodes } from "./recovery-codes";
import type { ownerForm, ownersCodeForm } from "./schemas";
import { seal } from "../core/secret-box";
import { spendCode, wrongCode } from "./spend-code";
import { newSecret, stepOf, totpUri } from "./totp";

const setUpMinutes = 60;

/** Returns whether this account asks for a code at sign-in. */
export async function hasSecondFactor(db: Queryable, userId: string): Promise<boolean> {
  const isOn = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt));
  return (await db.$count(secondFactors, isOn)) > 0;
}

/** Returns whether a second factor is asked for at sign-in, and how many recovery codes are unused. */
export async function getSecondFactor({ db, user }: MemberContext) {
  const isOn = await hasSecondFactor(db, user.id);
  return { isOn, recoveryCodesLeft: isOn ? await countRecoveryCodes(db, user.id) : 0 };
}

/**
 * Makes a secret for the owner's authenticator app. It is shown this once and never to anybody who cannot prove to be
 * the owner; nothing is asked for at sign-in until a code was confirmed. Throws invalid when the factor is on, and
 * what `requireOwner` throws.
 */
export async function beginSecondFactor(ctx: MemberContext, { currentPassword }: z.infer<typeof ownerForm>) {
  const { user, clock, settings } = ctx;
  const checked = await requireOwner(ctx, currentPassword);
  const { name: issuer } = await readSiteSettings(ctx);
  const secret = newSecret();
  await ownerTransaction(ctx, checked, async (tx) => {
    const values = { encryptedSecret: seal(settings, secret, user.id), createdAt: clock.now(), lastStep: null };
    const stored = await tx
      .insert(secondFactors)
      .values({ ...values, userId: user.id })
      .onConflictDoUpdate({ target: secondFactors.userId, set: values, setWhere: isNull(secondFactors.confirmedAt) })
      .returning({ userId: secondFactors.userId });
    if (stored.length === 0) throw new DomainError("invalid", "Your second step is set up already.");
  });
  const uri = totpUri({ secret, issuer, label: user.email });
  const qrCode = await drawQrCode(uri, { type: "svg", errorCorrectionLevel: "M", margin: 2 });
  return { secret: secret.replace(/.{4}(?=.)/g, "$& "), uri, qrCode };
}

/**
 * Turns the second factor on by a first code of the authenticator app, and answers the recovery codes, this once. The
 * code shows that it is the owner: the secret was shown after the password only. Throws wrong_code, rate_limited, and
 * invalid where nothing was begun within the last hour.
 */
export async function confirmSecondFactor(
  ctx: MemberContext,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] }> {
  const { clock, user } = ctx;
  await spendAttempt(ctx, "code of account", user.id);
  const codes = await ownerTransaction(ctx, undefined, async (tx, owner) => {
    const secret = await pendingSecret(tx, ctx);
    if (!secret) throw new DomainError("invalid", "There is nothing to confirm. Please start again.");
    const step = stepOf(secret, code, clock.now());
    if (step === null) throw wrongCode();
    await tx
      .update(secondFactors)
      .set({ confirmedAt: clock.now(), lastStep: step })
      .where(eq(secondFactors.userId, user.id));
    await tell(tx, ctx, owner, "on");
    return issueRecoveryCodes(tx, user.id);
  });
  await forgetAttempts(ctx, "code of account", user.id);
  logSecurityEvent(ctx, "second_factor_turned_on", { userId: user.id });
  return { recoveryCodes: codes };
}

/** Makes ten new recovery codes in place of the old ones. Throws wrong_code, and what `requireOwner` throws. */
export async function renewRecoveryCodes(
  ctx: MemberContext,
  input: z.infer<typeof ownersCodeForm>,
): Promise<{ recoveryCodes: string[] }> {
  const codes = await withOwnersCode(ctx, input, async (tx, owner) => {
    await tell(tx, ctx, owner, "renewed");
    return issueRecoveryCodes(tx, ctx.user.id);
  });
  logSecurityEvent(ctx, "recovery_codes_renewed", { userId: ctx.user.id });
  return { recoveryCodes: codes };
}

/** Stops asking for a code at sign-in. Throws wrong_code, and what `requireOwner` throws. */
export async function turnOffSecondFactor(ctx: MemberContext, input: z.infer<typeof ownersCodeForm>): Promise<void> {
  await withOwnersCode(ctx, input, async (tx, owner) => {
    await removeSecondFactor(tx, ctx.user.id);
    await tell(tx, ctx, owner, "off");
  });
  logSecurityEvent(ctx, "second_factor_turned_off", { userId: ctx.user.id });
}

/** Removes the factor and its recovery codes; the account must be locked. Returns whether there was one. */
export async function removeSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const removed = await tx.delete(secondFactors).where(eq(secondFactors.userId, userId)).returning();
  return removed.some(({ confirmedAt }) => confirmedAt !== null);
}

async function pendingSecret(tx: Transaction, ctx: MemberContext): Promise<string | null> {
  const [factor] = await tx.select().from(secondFactors).where(eq(secondFactors.userId, ctx.user.id));
  if (!factor || factor.confirmedAt) return null;
  const isRecent = factor.createdAt.getTime() > ctx.clock.now().getTime() - setUpMinutes * 60_000;
  return isRecent ? readSecret(ctx, factor) : null;
}

/** Does what needs the owner and a code of the factor, in the transaction that uses the code up. */
async function withOwnersCode<Value>(
  ctx: MemberContext,
  { code, currentPassword }: z.infer<typeof ownersCodeForm>,
  work: (tx: Transaction, owner: Owner) => Promise<Value>,
): Promise<Value> {
  const checked = await requireOwner(ctx, currentPassword);
  await spendAttempt(ctx, "code of account", ctx.user.id);
  const value = await ownerTransaction(ctx, checked, async (tx, owner) => {
    await spendCode(tx, ctx, ctx.user.id, code);
    return work(tx, owner);
  });
  await forgetAttempts(ctx, "code of account", ctx.user.id);
  return value;
}

const tell = (tx: Transaction, ctx: MemberContext, { account, session }: Owner, change: SecondFactorChange) =>
  mailSecondFactorChanged(tx, ctx, {
    account,
    change,
    now: ctx.clock.now(),
    timeZone: ctx.visitor.timeZone,
    userAgent: session.userAgent,
  });
