import { DateTime } from "luxon";
import { expect } from "vitest";
import { expectTicketsToBePaidOnce, isLiveTicket, takenNow } from "./credits";
import { expectInvoicesToBeNumbered } from "./invoices";
import {
  countedPeriods,
  type HeldMembership,
  isDeleted,
  isPaidFor,
  type MembershipBooks,
  type Period,
} from "./membership-books";
import { expectPeriodsOnce } from "./plan-change-invariants";
import { expectStandingPlacesToHold } from "./standing-invariants";

const zone = "Europe/London";
const dayMs = 86_400_000;

/** How long a membership goes on after its end until Stripe has said whether it is paid, in days. */
const patienceDays = 3;

/** Expects what holds at every moment, even after a crash. */
export function expectMembershipsToHold(books: MembershipBooks): void {
  const live = books.memberships.filter(({ endedAt }) => endedAt === null).map(({ userId }) => userId);
  expect(live, "people with a live membership").toEqual([...new Set(live)]);
  for (const membership of books.memberships) {
    expectEndToBePaid(books, membership);
    expectCredits(books, membership);
  }
  expectWatchersToHavePaid(books);
  expectWeeksToHaveRoom(books);
  expectTicketsToBePaidOnce(books);
  expectPurchasesToBePeriods(books);
  expectMailsToDiffer(books);
  expectPeriodsOnce(books);
  expectStandingPlacesToHold(books);
  expectInvoicesToBeNumbered(books);
}

/** A membership that goes on ends with the last period that counts. */
function expectEndToBePaid(books: MembershipBooks, membership: HeldMembership): void {
  if (membership.endedAt) return;
  const ends = countedPeriods(books, membership).map(({ endsAt }) => endsAt.getTime());
  const until = ends.length > 0 ? Math.max(...ends) : null;
  expect(membership.accessUntil?.getTime() ?? null, "end of a membership").toBe(until);
}

/** Recordings are open to those who have a period now, or had one until Stripe began to try their payment again. */
function expectWatchersToHavePaid(books: MembershipBooks): void {
  for (const userId of books.watchers) {
    const own = books.memberships.find((membership) => membership.userId === userId && membership.endedAt === null);
    const isOpen = own && (isPaidFor(books, own) || own.state === "past_due" || isAwaited(books, own));
    const mayWatch = isOpen && own.state !== "paused";
    expect(Boolean(mayWatch), "has paid for what is open").toBe(true);
  }
}

/** Returns whether Stripe may still say that the renewal of a membership is paid. */
export const isAwaited = ({ now }: MembershipBooks, { state, accessUntil }: HeldMembership): boolean =>
  accessUntil !== null && state === "active" && now.getTime() - accessUntil.getTime() < patienceDays * dayMs;

/** The sessions of one week that the cover of a membership pays for are no more than its limit. */
function expectWeeksToHaveRoom(books: MembershipBooks): void {
  for (const cover of books.passes.filter(({ membershipId, credits }) => membershipId && credits === null)) {
    const weeks = new Map<string, number>();
    for (const { ticketId } of takenNow(books).filter(({ passId }) => passId === cover.id)) {
      const ticket = books.tickets.find(({ id }) => id === ticketId);
      const booking = books.bookings.find(({ id }) => id === ticket?.bookingId);
      const session = books.sessions.find(({ id }) => id === booking?.sessionId);
      const week = DateTime.fromJSDate(session!.startTime, { zone }).toFormat("kkkk-WW");
      weeks.set(week, (weeks.get(week) ?? 0) + 1);
    }
    const most = Math.max(0, ...weeks.values());
    const allowed = Math.max(...plansOf(books, cover.membershipId).map(({ weeklyLimit }) => weeklyLimit ?? Infinity));
    expect(most, "covered sessions in a week").toBeLessThanOrEqual(allowed);
  }
}

/** Expects the credits of each month once, none that has begun to be missing, and each of them explained. */
function expectCredits(books: MembershipBooks, membership: HeldMembership): void {
  const pass = books.passes.find(({ membershipId, credits }) => membershipId === membership.id && credits !== null);
  const entries = books.credits.filter(({ passId }) => passId === pass?.id);
  // What comes with a dearer plan within a month is of no month.
  const granted = entries.filter(({ kind, periodId }) => kind === "granted" && periodId !== null);
  const months = granted.map(({ periodId, month }) => `${periodId} ${month}`);
  expect(months, "months whose credits were granted").toEqual([...new Set(months)]);
  const held = books.plans.map(({ credits }) => credits);
  for (const { amount } of granted) expect(held, "credits of a month").toContain(amount);
  for (const period of books.periods.filter(({ membershipId }) => membershipId === membership.id)) {
    const own = granted.filter(({ periodId }) => periodId === period.id).length;
    expect(own, "months of a period with credits").toBeLessThanOrEqual(begunMonths(period, books.now, dayMs));
  }
  const left = entries.reduce((sum, { amount }) => sum + amount, 0);
  expect(left, "credits of a membership").toBeGreaterThanOrEqual(0);
  const lost = takenNow(books).filter(({ passId, ticketId }) => passId === pass?.id && !isLiveTicket(books, ticketId));
  expect(lost, "credits taken for no place").toEqual([]);
}

/** Returns the plans that a membership may have had: what was booked with another plan stays. */
function plansOf({ memberships, plans }: MembershipBooks, id: string | null) {
  const membership = memberships.find((own) => own.id === id);
  const isOnlyPlan = membership?.planSince === null && membership.nextProductId === null;
  return isOnlyPlan ? plans.filter(({ productId }) => productId === membership.productId) : plans;
}

/** Returns for how long a membership was paused. */
export function pausedMs({ periods }: MembershipBooks, { id }: Pick<HeldMembership, "id">): number {
  const pauses = periods.filter(({ membershipId, kind }) => membershipId === id && kind === "paused");
  return pauses.reduce((sum, { startsAt, endsAt }) => sum + endsAt.getTime() - startsAt.getTime(), 0);
}

/** Returns how many months of a period have begun by then, give or take: a pause moves them, clocks change. */
export function begunMonths({ kind, startsAt, endsAt }: Period, now: Date, giveMs: number): number {
  if (kind === "paused") return 0;
  const months = Math.max(1, Math.round((endsAt.getTime() - startsAt.getTime()) / (30.44 * dayMs)));
  const starts = Array.from({ length: months }, (_, month) =>
    DateTime.fromJSDate(startsAt, { zone }).plus({ months: month }).toMillis(),
  );
  return starts.filter((at) => at <= now.getTime() + giveMs).length;
}

/** Each purchase of a membership is one period, and each paid period one purchase; late money bought none. */
function expectPurchasesToBePeriods({ periods, purchases, payments }: MembershipBooks): void {
  const bought = purchases.filter(({ productKind }) => productKind === "membership");
  const completed = bought.filter(({ completedAt }) => completedAt !== null).map(({ id }) => id);
  const paidFor = periods.flatMap(({ purchaseId }) => purchaseId ?? []);
  expect(paidFor.toSorted(), "purchases of periods").toEqual(completed.toSorted());
  const intents = payments.flatMap(({ stripePaymentIntentId: intent }) => intent ?? []);
  expect(intents, "payments by Stripe's intents").toEqual([...new Set(intents)]);
}

/** No mail says to a member what the one before has said; of a period that has begun, one tells. */
function expectMailsToDiffer(books: MembershipBooks): void {
  const { memberships, periods, membershipMails: mails } = books;
  for (const { id } of memberships.filter((membership) => !isDeleted(books, membership))) {
    const own = mails.filter(({ dedupeKey }) => dedupeKey.startsWith(`membership:${id}:`));
    const said = own.map(({ template, props }) => `${template} ${JSON.stringify(props)}`);
    const repeated = said.filter(
      (text, nth) => text === said.slice(0, nth).findLast((other) => isSameKind(other, text)),
    );
    expect(repeated, "mails that repeat the one before").toEqual([]);
    const invoices = periods.filter(
      ({ membershipId, reference }) => membershipId === id && reference.startsWith("inv"),
    );
    const told = own.filter(({ dedupeKey }) => /:(begun|renewed|plan_changed):in_/.test(dedupeKey));
    expect(told.length, "mails of periods that Stripe has charged").toBe(invoices.length);
  }
}

const isSameKind = (one: string, other: string) => one.split(" ")[0] === other.split(" ")[0];
