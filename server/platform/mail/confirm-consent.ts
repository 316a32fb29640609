import type { Transaction } from "@db/client";
import { mailConsents } from "@db/schema";
import { and, eq, isNull, lt } from "drizzle-orm";
import type { z } from "zod";
import type { Context } from "../../core/context";
import { maskedEmail, normalEmail } from "../../core/email-address";
import { DomainError } from "../../core/errors";
import { newToken } from "../../core/secrets";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { inTransaction } from "../../core/transaction";
import { networkOf, tryCountAttempt } from "../../core/rate-limits";
import {
  type Consent,
  consentWording,
  findReceivers,
  findSuppressions,
  grantConsent,
  hasAsked,
  isCurrentOf,
  liftSuppressions,
  newConsent,
} from "./consents";
import { lockConsent } from "./lock";
import { enqueueMail } from "./outbox";
import { siteFacts } from "./templates";
import type { announcementRef } from "./unsubscribe";

const dayMs = 24 * 3_600_000;
const validDays = 7;

/** Returns the sentence beside the box; null for members who receive announcements already. */
export async function getConsentBox(ctx: Context): Promise<string | null> {
  if (ctx.user && (await findReceivers(ctx.db, [ctx.user.email])).size > 0) return null;
  return consentWording((await readSiteSettings(ctx)).name);
}

type ConsentBox = { announcements?: "on" | undefined };

/** Takes the tick away from a network that asks for too many addresses. The form is answered alike. */
export async function limitConsents<Input extends ConsentBox>(ctx: Context, input: Input): Promise<Input> {
  if (!input.announcements) return input;
  const isAllowed = await tryCountAttempt(ctx, "announcements from address", networkOf(ctx.visitor.address));
  return isAllowed ? input : { ...input, announcements: undefined };
}

type ConsentRequest = Pick<Consent, "email"> & { source: "booking" | "sign_up" };

/** Stores that an address asks for announcements. Members confirm their own by being signed in, others by a mail. */
export async function requestConsent(tx: Transaction, ctx: Context, request: ConsentRequest): Promise<void> {
  if (ctx.user && normalEmail(ctx.user.email) === normalEmail(request.email)) return grantConsent(tx, ctx, request);
  const consent = await newConsent(tx, ctx, request);
  await tx
    .insert(mailConsents)
    .values({ ...consent, confirmKey: newToken() })
    .onConflictDoNothing();
  const isWaiting = and(isCurrentOf(consent.email), hasAsked, isNull(mailConsents.confirmedAt));
  const waiting = await lockConsent(tx, isWaiting);
  if (!waiting || !(await isMailable(tx, waiting, consent.requestedAt))) return;
  await tx
    .update(mailConsents)
    .set({ ...consent, mailedAt: consent.requestedAt })
    .where(eq(mailConsents.id, waiting.id));
  await mailConfirmation(tx, ctx, { ...waiting, ...consent });
}

/** Returns whether to mail an address: once a day, as anyone can type it, and never if it bounced or complained. */
async function isMailable(tx: Transaction, { email, mailedAt }: Consent, now: Date): Promise<boolean> {
  if (mailedAt && now.getTime() - mailedAt.getTime() < dayMs) return false;
  const stopped = (await findSuppressions(tx, [email])).get(email);
  return stopped === undefined || stopped.reason === "unsubscribed";
}

async function mailConfirmation(tx: Transaction, { settings }: Context, consent: Consent): Promise<void> {
  const { id, email, confirmKey, requestedAt } = consent;
  await enqueueMail(tx, {
    template: "confirm-announcements",
    to: email,
    replyTo: settings.adminEmail,
    dedupeKey: `confirm-announcements:${id}:${requestedAt.getTime()}`,
    props: {
      site: siteFacts(settings),
      confirmUrl: `${settings.siteUrl}/announcements/${id}?key=${confirmKey}`,
      validFor: `${validDays} days`,
    },
  });
}

type Ref = z.infer<typeof announcementRef>;

/** Returns the masked address of a link; an expired or unknown one is not valid. */
export async function peekConsent(ctx: Context, ref: Ref): Promise<{ isValid: boolean; address: string }> {
  const [found] = await ctx.db.select().from(mailConsents).where(isNamed(ref));
  if (!found || !isConfirmable(found, ctx.clock.now())) return { isValid: false, address: "" };
  return { isValid: true, address: maskedEmail(found.email) };
}

/** Confirms a consent; safe to repeat. Throws link_expired, also after unsubscribing. */
export async function confirmConsent(ctx: Context, ref: Ref): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(ctx, async (tx) => {
    const found = await lockConsent(tx, isNamed(ref));
    if (!found || !isConfirmable(found, now)) throw new DomainError("link_expired", "This link no longer works.");
    if (found.confirmedAt) return;
    await tx.update(mailConsents).set({ confirmedAt: now }).where(eq(mailConsents.id, found.id));
    await liftSuppressions(tx, found.email);
  });
}

const isNamed = ({ id, key }: Ref) => and(eq(mailConsents.id, id), eq(mailConsents.confirmKey, key));

function isConfirmable({ confirmedAt, withdrawnAt, requestedAt }: Consent, now: Date): boolean {
  return withdrawnAt === null && (confirmedAt !== null || requestedAt >= oldestValid(now));
}

/** Removes addresses that were never confirmed. */
export async function forgetUnconfirmed({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const isLate = lt(mailConsents.requestedAt, oldestValid(clock.now()));
  await db.delete(mailConsents).where(and(isNull(mailConsents.confirmedAt), isLate));
}

const oldestValid = (now: Date): Date => new Date(now.getTime() - validDays * dayMs);
