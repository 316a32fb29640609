import { inTransaction } from "../core/transaction";
import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { type Account, users } from "@db/schema";
import type { Context } from "../core/context";
import { normalEmail } from "../core/email-address";
import { checkPassword, requireGoodPassword } from "./passwords";
import { runOncePerForm } from "../core/forms";
import { hashPassword } from "./hash-password";
import { issueToken } from "./account-tokens";
import { lockAccount } from "./accounts";
import { requestConsent } from "../platform/mail/confirm-consent";
import { mailAccountExists, mailVerification } from "./mail-account";
import { countAttempt, networkOf, tryCountAttempt } from "../core/rate-limits";
import { type Agreement, readAgreement } from "../core/site-settings";
import type { NewAccount } from "./schemas";

/** Creates an account. A taken address gets the same answer after the same work. Throws rate_limited, invalid. */
export async function signUp(ctx: Context, input: NewAccount): Promise<void> {
  await countAttempt(ctx, "sign-up from address", networkOf(ctx.visitor.address));
  const { email, formKey } = input;
  const person = { email, fullName: `${input.firstName} ${input.lastName}` };
  await requireGoodPassword(ctx, input.password, { person, field: "password" });
  const isMailed = await tryCountAttempt(ctx, "link to account", `sign-up:${normalEmail(email)}`);
  const passwordHash = await hashPassword(input.password);
  const browserKey = ctx.session.rememberSignUp();
  const posted = { procedure: "signUp", formKey, input: { email: normalEmail(email), password: input.password } };
  const registration = { ...input, ...(await readAgreement(ctx)), passwordHash, isMailed, browserKey };
  await inTransaction(ctx, (tx) => runOncePerForm(tx, ctx, posted, () => registerAccount(tx, ctx, registration)));
}

type Registration = NewAccount & Agreement & { passwordHash: string; isMailed: boolean; browserKey: string };

async function registerAccount(
  tx: Transaction,
  ctx: Context,
  { passwordHash, isMailed, browserKey, ...input }: Registration,
): Promise<void> {
  await insertAccount(tx, ctx, input, passwordHash);
  const account = await lockAccount(tx, { email: input.email });
  if (!account) return; // a deleted account's address: no mail gets there
  const isSamePassword = await checkPassword(account.passwordHash, input.password);
  const isNews = account.emailConfirmedAt === null && isSamePassword;
  if (account.emailConfirmedAt === null && !isSamePassword) await dropPassword(tx, account);
  if (!isMailed) return;
  if (isNews) await mailVerificationLink(tx, ctx, { account, returnTo: input.returnTo, browserKey });
  else await mailExistingAccount(tx, ctx, { account, returnTo: input.returnTo });
  if (input.announcements) await requestConsent(tx, ctx, { email: account.email, source: "sign_up" });
}

/** Does nothing if the address is taken; concurrent calls wait for each other. */
async function insertAccount(
  tx: Transaction,
  ctx: Context,
  input: NewAccount & Agreement,
  passwordHash: string,
): Promise<void> {
  const { email, termsVersion, privacyVersion } = input;
  const fullName = `${input.firstName} ${input.lastName}`;
  await tx
    .insert(users)
    .values({ email, fullName, passwordHash, termsVersion, privacyVersion, createdAt: ctx.clock.now() })
    .onConflictDoNothing();
}

/** Of two passwords for an unconfirmed address neither counts, so that no one keeps access to another's address. */
async function dropPassword(tx: Transaction, { id }: Account): Promise<void> {
  await tx.update(users).set({ passwordHash: null }).where(eq(users.id, id));
}

type AccountLink = { account: Account; returnTo: string | null | undefined };

async function mailVerificationLink(
  tx: Transaction,
  ctx: Context,
  { account, returnTo, browserKey }: AccountLink & { browserKey: string },
): Promise<void> {
  const now = ctx.clock.now();
  const token = await issueToken(tx, { userId: account.id, purpose: "verify_email", returnTo, browserKey, now });
  await mailVerification(tx, ctx, { account, token });
}

async function mailExistingAccount(tx: Transaction, ctx: Context, { account, returnTo }: AccountLink): Promise<void> {
  const now = ctx.clock.now();
  const token = await issueToken(tx, { userId: account.id, purpose: "reset_password", returnTo, now });
  await mailAccountExists(tx, ctx, { account, token });
}
