import type { Transaction } from "@db/client";
import { type Membership, memberPrices, memberships, outboxEmails } from "@db/schema";
import { and, eq, inArray, isNotNull, isNull, lte, not, or, sql } from "drizzle-orm";
import { longDay } from "../../core/dates";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { readLastPeriod } from "./last-period";
import { lockMemberships } from "./lock";
import { mailKey, mailMembership } from "./mails";
import { type DecidedPrice, isDecidedFor, readDecided } from "./member-prices";
import { isInTime, lookingAhead, printAmount, renewalAfterNotice, renewalWithNextPrice } from "./next-price";
import { findOpenChange, isChangePlanned } from "./plan-changes";

/**
 * Mails members the price that is decided for them, and changes it shortly before the renewal that was named: not those
 * whose plan changes before, unless they take that back. Safe to repeat, at the same time, and after a decision that
 * replaces another.
 */
export async function followMemberPrices(services: Services): Promise<void> {
  const { db, clock, log } = services;
  const { priceMinor, nextPriceMinor, nextPriceFrom, state } = memberships;
  const isNew = and(
    inArray(state, ["pending", "active", "paused", "past_due"]),
    sql`${memberPrices.priceMinor} is distinct from coalesce(${nextPriceMinor}, ${priceMinor})`,
    isNotNull(memberPrices.priceMinor),
  );
  const isUndecided = and(isNotNull(nextPriceMinor), isNull(memberPrices.priceMinor));
  const due = await db
    .select({ id: memberships.id })
    .from(memberships)
    .leftJoin(memberPrices, isDecidedFor)
    .where(
      and(
        isNull(memberships.endedAt),
        not(isChangePlanned(db)),
        or(isNew, isUndecided, lte(nextPriceFrom, lookingAhead(clock.now()))),
      ),
    );
  for (const { id } of due) {
    await inTransaction(services, async (tx) => {
      const [membership] = await lockMemberships(tx, and(eq(memberships.id, id), isNull(memberships.endedAt)));
      if (membership) await followDecided(tx, services, membership);
    }).catch((error: unknown) =>
      log.error({ err: error, membershipId: id }, "price not followed; the next run tries again"),
    );
  }
}

async function followDecided(tx: Transaction, services: Services, membership: Membership): Promise<void> {
  if ((await findOpenChange(tx, membership))?.kind === "at_end") return;
  const decided = await readDecided(tx, membership);
  const { nextPriceMinor, priceMinor } = membership;
  if (decided && decided.priceMinor !== (nextPriceMinor ?? priceMinor)) {
    return announce(tx, services, membership, decided);
  }
  if (nextPriceMinor === null) return;
  // Another plan or price was agreed since.
  if (!decided) return update(tx, membership, asItIs);
  const now = services.clock.now();
  const renewal = renewalWithNextPrice(membership, now);
  if (!renewal) return;
  if (!(await isToldInTime(tx, membership, renewal))) return announce(tx, services, membership, decided);
  await update(tx, membership, {
    ...asItIs,
    ...{ priceMinor: nextPriceMinor, priceSince: now, isPriceUntold: membership.source === "stripe" },
  });
}

const asItIs = { nextPriceMinor: null, nextPriceFrom: null, nextPriceNotice: null };

async function update(
  tx: Transaction,
  { id }: Membership,
  changes: Partial<typeof memberships.$inferInsert>,
): Promise<void> {
  await tx.update(memberships).set(changes).where(eq(memberships.id, id));
}

/** A mail that is late, came back or can't be sent is no notice. */
async function isToldInTime(tx: Transaction, { nextPriceNotice }: Membership, renewal: Date): Promise<boolean> {
  if (nextPriceNotice === null) return false;
  const [mail] = await tx
    .select({ sentAt: outboxEmails.sentAt })
    .from(outboxEmails)
    .where(and(eq(outboxEmails.dedupeKey, nextPriceNotice), isNull(outboxEmails.bouncedAt)));
  return mail?.sentAt ? isInTime(mail.sentAt, renewal) : false;
}

/** Mails a member what it will cost from when, or that it stays as it is after all. */
async function announce(
  tx: Transaction,
  services: Services,
  membership: Membership,
  { priceMinor: nextPriceMinor, decision }: DecidedPrice,
): Promise<void> {
  const { title, priceMinor, accessUntil, attemptKey } = membership;
  const { clock, settings } = services;
  const now = clock.now();
  if (!accessUntil) {
    // Nothing is agreed yet: the page on which they join shows the price. What is on Stripe's page was shown.
    if (attemptKey === null) await update(tx, membership, { priceMinor: nextPriceMinor, priceSince: now });
    return;
  }
  const price = printAmount(membership, priceMinor);
  if (nextPriceMinor === priceMinor) {
    await update(tx, membership, asItIs);
    const text = `The price of your membership “${title}” stays as it is: ${price}. What I wrote about another price no longer holds.`;
    return mailMembership(tx, services, membership, { about: "price_kept", key: decision, text });
  }
  const { startsAt: lastFrom } = await readLastPeriod(tx, { ...membership, accessUntil });
  const nextPriceFrom = renewalAfterNotice({ ...membership, accessUntil, lastFrom }, now, settings.siteTimeZone);
  const key = `${decision}:${nextPriceFrom.getTime()}`;
  const nextPriceNotice = mailKey(membership, { about: "price", key });
  await update(tx, membership, { nextPriceMinor, nextPriceFrom, nextPriceNotice });
  const day = longDay(nextPriceFrom, settings.siteTimeZone);
  const text =
    `The price of your membership “${title}” changes. It costs ${price} now, and ` +
    `${printAmount(membership, nextPriceMinor)} from ${day}. Nothing changes before that day, and you can cancel on ` +
    "the page of your membership until then.";
  await mailMembership(tx, services, membership, { about: "price", key, text });
}
