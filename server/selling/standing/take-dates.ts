import { randomUUID } from "node:crypto";
import type { Transaction } from "@db/client";
import {
  type Account,
  type Booking,
  type LiveSession,
  type Membership,
  memberships,
  passes,
  sessionBookings,
  type StandingPlace,
  standingPlaces,
} from "@db/schema";
import { and, eq, isNull } from "drizzle-orm";
import { longDay } from "../../core/dates";
import type { Services } from "../../core/services";
import { readAgreement } from "../../core/site-settings";
import { inTransaction } from "../../core/transaction";
import { contactOfMember, lockAccount } from "../../accounts/accounts";
import { mailMembership } from "../memberships/mails/mails";
import { lockUsablePass, takeCredits } from "../../catalogue/passes/use-pass";
import { findHealthStatement } from "../order/health-statement";
import { lockBooking } from "../bookings/lock";
import { releasePlace } from "../bookings/cancel/release";
import { changePayers } from "../bookings/payers";
import { listTickets } from "../bookings/tickets";
import { insertBooking } from "../bookings/transitions";
import { findOnlyCourse, readCoursesOf } from "../../catalogue/schedule/courses-of";
import { lockSessions } from "../../catalogue/schedule/find-session";
import { countPlaces, fits } from "../../catalogue/schedule/places";
import { listDue, listUnpaid } from "./due-dates";
import { lockStanding } from "./lock";

/**
 * Takes the dates of all standing places, the oldest ones first, and gives back those that no membership pays for any
 * more. Safe to repeat.
 */
export async function tendStandingPlaces(services: Services): Promise<void> {
  const { db, log } = services;
  for (const bookingId of await listUnpaid(db, services)) {
    await releaseUnpaid(services, bookingId).catch((error: unknown) =>
      log.error({ err: error, bookingId }, "date of a standing place not released; the next run tries again"),
    );
  }
  const due = await listDue(db, services);
  for (const standingId of new Set(due.map((date) => date.standingId))) {
    await takeDates(services, standingId).catch((error: unknown) =>
      log.error({ err: error, standingId }, "dates of a standing place not taken; the next run tries again"),
    );
  }
}

const releaseUnpaid = (services: Services, bookingId: string): Promise<void> =>
  inTransaction(services, async (tx) => {
    const locked = await lockBooking(tx, bookingId);
    const isUnpaid = (await listUnpaid(tx, services, bookingId)).length > 0;
    if (!locked || !isUnpaid) return;
    await releasePlace(tx, services, locked, { kind: "by_attendee" });
    // With another form key, it does not keep the date from being taken once more.
    await tx.update(sessionBookings).set({ formKey: randomUUID() }).where(eq(sessionBookings.id, bookingId));
    await changePayers(tx, [bookingId], { returnedAt: services.clock.now() });
  });

/** Takes the dates of one standing place that are free and that its membership covers; returns how many it has taken. */
export async function takeDates(services: Services, standingId: string): Promise<number> {
  const wanted = await listDue(services.db, services, standingId);
  if (wanted.length === 0) return 0;
  return inTransaction(services, async (tx) => {
    const locked = await lockSessions(
      tx,
      wanted.map(({ sessionId }) => sessionId),
    );
    const facts = await lockFacts(tx, standingId);
    if (!facts) return 0;
    const due = (await listDue(tx, services, standingId)).flatMap(({ sessionId }) => locked.get(sessionId) ?? []);
    const places = await countPlaces(tx, [...locked.keys()]);
    const taken: TakenDate[] = [];
    for (const session of due.filter((date) => fits(date, places.get(date.id), 1))) {
      const booking = await takeDate(tx, services, session, facts);
      if (booking) taken.push({ booking, session });
    }
    if (taken.length > 0) await mailTaken(tx, services, taken, facts);
    return taken.length;
  });
}

type StandingFacts = { standing: StandingPlace; account: Account; passId: string; membership: Membership };

/** Locks the account, then the standing place; the sessions are locked. Null if it was given up, or its member has gone. */
async function lockFacts(tx: Transaction, standingId: string): Promise<StandingFacts | null> {
  const [found] = await tx
    .select({ membership: memberships, passId: passes.id })
    .from(standingPlaces)
    .innerJoin(memberships, eq(memberships.id, standingPlaces.membershipId))
    .innerJoin(passes, and(eq(passes.membershipId, memberships.id), isNull(passes.credits)))
    .where(eq(standingPlaces.id, standingId));
  const account = found && (await lockAccount(tx, { id: found.membership.userId }));
  const standing = account && (await lockStanding(tx, standingId));
  return standing ? { standing, account, ...found } : null;
}

type TakenDate = { booking: Booking; session: LiveSession };

/** Books a place that is free in a locked session. Null unless the membership covers it and it can be booked singly. */
async function takeDate(
  tx: Transaction,
  services: Services,
  session: LiveSession,
  { standing, account, passId }: StandingFacts,
): Promise<Booking | null> {
  if (findOnlyCourse(await readCoursesOf(tx, session.id))) return null;
  const isFree = (session.highestPriceMinor ?? session.priceMinor) === 0;
  const part = isFree ? null : await lockUsablePass(tx, services, { passId, session, quantity: 1 });
  if (!isFree && !part) return null;
  const now = services.clock.now();
  const { firstName, lastName, email } = contactOfMember(account);
  const health = await findHealthStatement(tx, {
    ...services,
    user: account,
    confirmedVersion: standing.healthVersion,
  });
  const values = {
    sessionId: session.id,
    userId: account.id,
    formKey: standing.id,
    quantity: 1,
    createdAt: now,
    attendeeFirstName: firstName,
    attendeeLastName: lastName,
    attendeeEmail: email,
    timeZone: standing.timeZone,
    listPriceMinor: session.enteredPriceMinor,
    totalMinor: 0,
    currency: session.enteredCurrency,
    payer: part && { kind: "membership" as const, passId, share: part.credits },
    healthVersion: health?.isConfirmed ? health.version : null,
    ...(await readAgreement({ ...services, db: tx })),
  };
  const booking = await insertBooking(tx, values, "free", now);
  if (part) {
    const ticketIds = (await listTickets(tx, booking)).map(({ id }) => id);
    await takeCredits(tx, services, part.pass, { ticketIds, creditCost: part.creditCost });
  }
  return booking;
}

/** Tells the member which dates are booked; reminders bring the links of each. */
async function mailTaken(
  tx: Transaction,
  services: Services,
  [first, ...others]: TakenDate[],
  { standing, membership }: StandingFacts,
): Promise<void> {
  if (!first) return;
  const days = [first, ...others].map(({ session }) => longDay(session.startTime, services.settings.siteTimeZone));
  const dates = new Intl.ListFormat("en-GB").format(days);
  await mailMembership(tx, services, membership, {
    about: "booked",
    key: `${standing.id}:${first.booking.id}`,
    text: `Your standing place in “${first.session.title}” is booked on ${dates}. If you can’t come, please release that date.`,
  });
}
