import { eq, isNull } from "drizzle-orm";
import { toString as drawQrCode } from "qrcode";
import type { Transaction } from "@db/client";
import { secondFactors } from "@db/schema";
import { DomainError } from "../errors";
import { readSiteSettings } from "../site/site-settings";
import type { MemberContext } from "../trpc/context";
import { accountTransaction, lockAccount } from "./lock-account";
import { readSecret } from "./read-secret";
import { seal } from "./secret-box";
import { newSecret, totpUri } from "./totp";

const setUpMinutes = 60;

/**
 * Shows what the authenticator app needs; nothing is asked for at sign-in until a code was confirmed. Within an hour
 * it is the same secret again, so that a mistyped code does not ask for another scan. Throws invalid when it is on.
 */
export async function beginSecondFactor(ctx: MemberContext): Promise<{ secret: string; uri: string; qrCode: string }> {
  const { user } = ctx;
  const { name: issuer } = await readSiteSettings(ctx);
  const secret = await accountTransaction(ctx, async (tx) => {
    if (!(await lockAccount(tx, user))) throw new DomainError("unauthenticated", "Please sign in.");
    return (await pendingSecret(tx, ctx)) ?? (await storeSecret(tx, ctx));
  });
  const uri = totpUri({ secret, issuer, label: user.email });
  const qrCode = await drawQrCode(uri, { type: "svg", errorCorrectionLevel: "M", margin: 2 });
  return { secret: secret.replace(/.{4}(?=.)/g, "$& "), uri, qrCode };
}

async function pendingSecret(tx: Transaction, ctx: MemberContext): Promise<string | null> {
  const [factor] = await tx.select().from(secondFactors).where(eq(secondFactors.userId, ctx.user.id));
  if (!factor) return null;
  if (factor.confirmedAt) throw new DomainError("invalid", "Your second step is set up already.");
  const isRecent = factor.createdAt.getTime() > ctx.clock.now().getTime() - setUpMinutes * 60_000;
  return isRecent ? readSecret(ctx, factor) : null;
}

async function storeSecret(tx: Transaction, { clock, settings, user }: MemberContext): Promise<string> {
  const secret = newSecret();
  const values = { encryptedSecret: seal(settings, secret, user.id), createdAt: clock.now(), lastStep: null };
  await tx
    .insert(secondFactors)
    .values({ ...values, userId: user.id })
    .onConflictDoUpdate({ target: secondFactors.userId, set: values, setWhere: isNull(secondFactors.confirmedAt) });
  return secret;
}
