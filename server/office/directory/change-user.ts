import type { Transaction } from "@db/client";
import { type Account, users } from "@db/schema";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import { endSessionsOf } from "../../accounts/account-sessions";
import { endTokens, issueToken } from "../../accounts/account-tokens";
import { findAccount } from "../../accounts/accounts";
import { hashPassword } from "../../accounts/hash-password";
import { mailEmailChange, mailEmailChangeNotice, mailPasswordChanged, mailReset } from "../../accounts/mail-account";
import { requireGoodPassword } from "../../accounts/passwords";
import { audit } from "../../core/record-audit";
import { refundFacts } from "../../selling/bookings/mails/mail-booking";
import type { MemberContext } from "../../core/context";
import { displayStart } from "../../core/dates";
import { normalEmail } from "../../core/email-address";
import { DomainError } from "../../core/errors";
import { refuseOutdated, runOncePerForm } from "../../core/forms";
import { formatAmount } from "../../core/money";
import { logSecurityEvent } from "../../core/security-log";
import { readSiteSettings } from "../../core/site-settings";
import { inTransaction } from "../../core/transaction";
import { enqueueJob } from "../../platform/jobs/enqueue-job";
import { findBelongings } from "../deletion/belongings";
import { deleteAccount } from "../deletion/delete-account";
import { describeObstacle, planDeletion } from "../deletion/plan";
import { leftOf, type PaidPayment, paidPaymentsIn } from "../../payments/paid-payments";
import { isOpening } from "../../selling/purchases/transitions";
import { countAttempt } from "../../core/rate-limits";
import type { userChange, userDeletion, userPassword } from "./schemas";
import { lockUser, readUser, shownOf, userNotFound } from "./users";

type Change = z.infer<typeof userChange>;

/** Changes the address only once it is confirmed. Throws changed_meanwhile, rate_limited, invalid (address in use). */
export async function updateUser(ctx: MemberContext, change: Change): Promise<{ isEmailAsked: boolean }> {
  // The counter uses another connection, so it must not run while the account is locked.
  if (isNewEmail(await readUser(ctx.db, change.id), change)) {
    await countAttempt(ctx, "link to account", `change_email:${change.id}`);
  }
  const updated = await inTransaction(ctx, async (tx) => {
    const account = await lockUser(tx, change.id);
    refuseOutdated({ now: shownOf(account), wanted: shownOf({ ...account, ...change }), version: change.version });
    await changeDetails(tx, ctx, account, change);
    const isEmailAsked = isNewEmail(account, change);
    if (isEmailAsked) await requestEmailChange(tx, ctx, { ...account, fullName: change.fullName }, change.email);
    return { isEmailAsked };
  });
  const { isEmailAsked } = updated;
  if (isEmailAsked) logSecurityEvent(ctx, "email_change_requested", { userId: change.id, actorId: ctx.user.id });
  return updated;
}

const isNewEmail = (account: Account, { email }: Change) => normalEmail(email) !== normalEmail(account.email);

async function changeDetails(tx: Transaction, ctx: MemberContext, account: Account, change: Change): Promise<void> {
  const { fullName, subscriptionStatus } = change;
  const changed = [
    ...(fullName === account.fullName ? [] : ["name"]),
    ...(subscriptionStatus === account.subscriptionStatus ? [] : ["subscription status"]),
  ];
  if (changed.length === 0) return;
  await tx.update(users).set({ fullName, subscriptionStatus }).where(eq(users.id, account.id));
  await enqueueJob(tx, "tell-stripe-of-account", { userId: account.id });
  await audit(tx, ctx, "user.updated", account.id, { changed });
}

async function requestEmailChange(tx: Transaction, ctx: MemberContext, account: Account, email: string): Promise<void> {
  if (await findAccount(tx, email)) throw new DomainError("invalid", "Another account already uses this address.");
  const now = ctx.clock.now();
  const token = await issueToken(tx, { userId: account.id, purpose: "change_email", email, now });
  await mailEmailChange(tx, ctx, { account, token, email });
  await mailEmailChangeNotice(tx, ctx, { account, token });
  await audit(tx, ctx, "user.email_change_asked", account.id);
}

/** Sets a password, ends all sessions and mailed links, notifies the member. Throws forbidden for admins, invalid. */
export async function setUserPassword(
  ctx: MemberContext,
  { id, password }: z.infer<typeof userPassword>,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  const now = ctx.clock.now();
  await inTransaction(ctx, async (tx) => {
    const account = await lockUser(tx, id);
    if (account.role === "admin") throw new DomainError("forbidden", "Admins choose their own password.");
    await requireGoodPassword({ db: tx, settings: ctx.settings }, password, { person: account, field: "password" });
    await tx.update(users).set({ passwordHash }).where(eq(users.id, id));
    await endTokens(tx, { userId: id, now });
    await endSessionsOf(tx, id);
    const device = "Set for you by the instructor";
    await mailPasswordChanged(tx, ctx, {
      account,
      now,
      timeZone: account.timeZone ?? ctx.settings.siteTimeZone,
      device,
    });
    await audit(tx, ctx, "user.password_set", id);
  });
  logSecurityEvent(ctx, "password_changed", { userId: id, actorId: ctx.user.id, reason: "admin" });
}

type ResetRequest = { id: string; formKey?: string | undefined };

/** Mails a link to reset the password; the same form key sends one mail. Throws not_found, rate_limited. */
export async function sendPasswordReset(ctx: MemberContext, { id, formKey }: ResetRequest): Promise<{ email: string }> {
  const now = ctx.clock.now();
  // The counter uses another connection, so it must not run while the account is locked.
  await countAttempt(ctx, "link to account", `reset_password:${normalEmail((await readUser(ctx.db, id)).email)}`);
  const send = async (tx: Transaction) => {
    const account = await lockUser(tx, id);
    const token = await issueToken(tx, { userId: id, purpose: "reset_password", now });
    await mailReset(tx, ctx, { account, token });
    await audit(tx, ctx, "user.reset_sent", id);
    logSecurityEvent(ctx, "link_issued", { userId: id, actorId: ctx.user.id, reason: "reset_password" });
  };
  const posted = { procedure: "sendPasswordReset", formKey, input: { id } };
  await inTransaction(ctx, (tx) => runOncePerForm(tx, ctx, posted, () => send(tx)));
  const { email } = await readUser(ctx.db, id);
  return { email };
}

export async function getUserDeletion(ctx: MemberContext, { id }: { id: string }) {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, id));
  if (!user || user.archivedAt) throw userNotFound();
  const belongings = await findBelongings(ctx.db, user);
  const site = await readSiteSettings(ctx);
  const plan = planDeletion(belongings, { site, now: ctx.clock.now(), isByAdmin: true });
  const ofBookings = plan.bookingsToCancel.map(({ booking, session }) => {
    const { shortDate, time, zone } = displayStart(session, ctx);
    const paid = paidPaymentsIn(belongings, { kind: "booking", id: booking.id });
    return { id: booking.id, paid, text: `${session.title}, ${shortDate} at ${time} ${zone}` };
  });
  const ofPurchases = belongings.purchases.filter(isOpening).map((purchase) => {
    const paid = paidPaymentsIn(belongings, { kind: "purchase", id: purchase.id });
    return { id: purchase.id, paid, text: purchase.productTitle };
  });
  const ofTestimonials = belongings.testimonials.map((testimonial) => ({
    id: testimonial.id,
    paid: [],
    text: `Testimonial of ${testimonial.shownName}`,
  }));
  const goes = [...ofBookings, ...ofPurchases, ...ofTestimonials];
  return {
    id,
    fullName: user.fullName,
    isMember: user.role === "member",
    goes: goes.map(({ paid, ...item }) => ({ ...item, paid: leftOfAll(paid) })),
    refund: leftOfAll(goes.flatMap(({ paid }) => paid)),
    paidByHand: plan.paidByHand.map(({ amount, ...paid }) => ({ ...paid, amount: formatAmount(amount) })),
    obstacles: plan.obstacles.map((obstacle) => ({
      text: describeObstacle(obstacle, ctx),
      owedByHand: obstacle.kind === "owed" && obstacle.by === "hand" ? obstacle.order : null,
    })),
  };
}

const leftOfAll = (paid: PaidPayment[]) =>
  refundFacts(paid.map((part) => ({ ...part.payment, amountMinor: leftOf(part) })));

/**
 * Deletes an account; the admin decides about refunds. Throws forbidden for an admin's account, and deleteAccount's
 * refusals.
 */
export async function deleteUser(
  ctx: MemberContext,
  { id, refund, reason }: z.infer<typeof userDeletion>,
): Promise<void> {
  await deleteAccount(ctx, id, {
    actorId: ctx.user.id,
    adminDecision: { refund: refund === "yes" },
    reason: reason || undefined,
    timeZone: ctx.visitor.timeZone,
    assertAllowed: (_tx, account) => {
      if (account.role !== "admin") return Promise.resolve();
      throw new DomainError("forbidden", "Admins can only delete their own account, in their profile.");
    },
  });
}
