import { inTransaction } from "../core/transaction";
import type { Queryable, Transaction } from "@db/client";
import { recoveryCodes, secondFactors } from "@db/schema";
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { z } from "zod";
import { audit } from "../core/record-audit";
import type { MemberContext } from "../core/context";
import { DomainError } from "../core/errors";
import { isSealedWithFirst, seal, unseal } from "../core/secrets";
import { logSecurityEvent } from "../core/security-log";
import type { Services } from "../core/services";
import { readSiteSettings } from "../core/site-settings";
import { forgetAttempts, countAttempt } from "../core/rate-limits";
import { endSessionsOf } from "./account-sessions";
import { endTokens } from "./account-tokens";
import { lockAccount } from "./accounts";
import { mailSecondFactorChanged, type SecondFactorChange } from "./mail-account";
import { type AccountHolder, holderTransaction, requireHolder } from "./re-authenticate";
import type { holderForm, holderCodeForm } from "./schemas";
import {
  countRecoveryCodes,
  issueRecoveryCodes,
  newSecret,
  readSecret,
  spendCode,
  stepOf,
  totpUri,
  wrongCode,
} from "./second-factor-codes";

const setUpMinutes = 60;

export async function hasSecondFactor(db: Queryable, userId: string): Promise<boolean> {
  const isOn = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt));
  return (await db.$count(secondFactors, isOn)) > 0;
}

export async function getSecondFactor({ db, user }: MemberContext) {
  const isOn = await hasSecondFactor(db, user.id);
  return { isOn, recoveryCodesLeft: isOn ? await countRecoveryCodes(db, user.id) : 0 };
}

/** Creates a secret, shown only this once. Throws invalid (already on) and what `requireHolder` throws. */
export async function beginSecondFactor(ctx: MemberContext, { currentPassword }: z.infer<typeof holderForm>) {
  const { user, clock, settings } = ctx;
  const checked = await requireHolder(ctx, currentPassword);
  const { name: issuer } = await readSiteSettings(ctx);
  const secret = newSecret();
  await holderTransaction(ctx, checked, async (tx) => {
    const values = { encryptedSecret: seal(settings, secret, user.id), createdAt: clock.now(), lastStep: null };
    const stored = await tx
      .insert(secondFactors)
      .values({ ...values, userId: user.id })
      .onConflictDoUpdate({ target: secondFactors.userId, set: values, setWhere: isNull(secondFactors.confirmedAt) })
      .returning({ userId: secondFactors.userId });
    if (stored.length === 0) throw new DomainError("invalid", "Two-step sign-in is already on.");
  });
  const uri = totpUri({ secret, issuer, label: user.email });
  const { toString: drawQrCode } = await import("qrcode");
  const qrCode = await drawQrCode(uri, { type: "svg", errorCorrectionLevel: "M", margin: 2 });
  return { secret: secret.replace(/.{4}(?=.)/g, "$& "), uri, qrCode };
}

/**
 * Turns the second factor on. The code suffices as proof: the secret was shown after the password. Throws wrong_code,
 * rate_limited, invalid.
 */
export async function confirmSecondFactor(
  ctx: MemberContext,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] }> {
  const { clock, user } = ctx;
  await countAttempt(ctx, "code of account", user.id);
  const codes = await holderTransaction(ctx, undefined, async (tx, holder) => {
    const secret = await pendingSecret(tx, ctx);
    if (!secret) throw new DomainError("invalid", "There is nothing to confirm. Please start again.");
    const step = stepOf(secret, code, clock.now());
    if (step === null) throw wrongCode();
    await tx
      .update(secondFactors)
      .set({ confirmedAt: clock.now(), lastStep: step })
      .where(eq(secondFactors.userId, user.id));
    await mailChange(tx, ctx, holder, "on");
    return issueRecoveryCodes(tx, user.id);
  });
  await forgetAttempts(ctx, "code of account", user.id);
  logSecurityEvent(ctx, "second_factor_turned_on", { userId: user.id });
  return { recoveryCodes: codes };
}

export async function renewRecoveryCodes(
  ctx: MemberContext,
  input: z.infer<typeof holderCodeForm>,
): Promise<{ recoveryCodes: string[] }> {
  const codes = await withHolderCode(ctx, input, async (tx, holder) => {
    await mailChange(tx, ctx, holder, "renewed");
    return issueRecoveryCodes(tx, ctx.user.id);
  });
  logSecurityEvent(ctx, "recovery_codes_renewed", { userId: ctx.user.id });
  return { recoveryCodes: codes };
}

export async function turnOffSecondFactor(ctx: MemberContext, input: z.infer<typeof holderCodeForm>): Promise<void> {
  await withHolderCode(ctx, input, async (tx, holder) => {
    await removeSecondFactor(tx, ctx.user.id);
    await mailChange(tx, ctx, holder, "off");
  });
  logSecurityEvent(ctx, "second_factor_turned_off", { userId: ctx.user.id });
}

async function removeSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
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

async function withHolderCode<Value>(
  ctx: MemberContext,
  { code, currentPassword }: z.infer<typeof holderCodeForm>,
  work: (tx: Transaction, holder: AccountHolder) => Promise<Value>,
): Promise<Value> {
  const checked = await requireHolder(ctx, currentPassword);
  await countAttempt(ctx, "code of account", ctx.user.id);
  const value = await holderTransaction(ctx, checked, async (tx, holder) => {
    await spendCode(tx, ctx, ctx.user.id, code);
    return work(tx, holder);
  });
  await forgetAttempts(ctx, "code of account", ctx.user.id);
  return value;
}

const mailChange = (
  tx: Transaction,
  ctx: MemberContext,
  { account, session }: AccountHolder,
  change: SecondFactorChange,
) =>
  mailSecondFactorChanged(tx, ctx, {
    account,
    change,
    now: ctx.clock.now(),
    timeZone: ctx.visitor.timeZone,
    userAgent: session.userAgent,
  });

/** Removes a lost second factor for an operator who has verified the holder. Signs out everywhere, mails the holder. */
export async function removeLostSecondFactor(
  services: Pick<Services, "db" | "clock" | "settings" | "log">,
  email: string,
): Promise<boolean> {
  const now = services.clock.now();
  const userId = await inTransaction(services, async (tx) => {
    const account = await lockAccount(tx, { email });
    if (!account || !(await removeSecondFactor(tx, account.id))) return null;
    await endTokens(tx, { userId: account.id, now });
    await endSessionsOf(tx, account.id);
    await audit(tx, { ...services, user: null }, "user.second_factor_removed", account.id);
    const timeZone = account.timeZone ?? services.settings.siteTimeZone;
    await mailSecondFactorChanged(tx, services, { account, change: "removed", now, timeZone, userAgent: null });
    return account.id;
  });
  if (userId) logSecurityEvent(services, "second_factor_turned_off", { userId, reason: "operator" });
  return userId !== null;
}

/** Encrypts secrets with the first COOKIE_SECRET, so that older ones can be dropped. Returns the number changed. */
export async function resealSecondFactors({ db, settings, log }: Pick<Services, "db" | "settings" | "log">) {
  if (settings.cookieSecrets.length < 2) return 0;
  let resealed = 0;
  for (const { userId, encryptedSecret: old } of await db.select().from(secondFactors)) {
    if (isSealedWithFirst(settings, old, userId)) continue;
    try {
      const encryptedSecret = seal(settings, unseal(settings, old, userId), userId);
      const isUnchanged = and(eq(secondFactors.userId, userId), eq(secondFactors.encryptedSecret, old));
      await db.update(secondFactors).set({ encryptedSecret }).where(isUnchanged);
      resealed += 1;
    } catch (error) {
      log.error({ err: error, userId }, "second factor can't be decrypted");
    }
  }
  if (resealed > 0) log.info({ resealed }, "second factors encrypted with the first secret");
  return resealed;
}
