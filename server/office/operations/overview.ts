import { disputes, liveSessions, orders, outboxEmails, payments, sessionWaitlist } from "@db/schema";
import { and, asc, count, eq, gt, inArray, isNull } from "drizzle-orm";
import type { Context, MemberContext } from "../../core/context";
import { displayStart, printInstant } from "../../core/dates";
import { formatAmount } from "../../core/money";
import { readSiteSettings } from "../../core/site-settings";
import { readIncome } from "../insights/income";
import { whereMailIs } from "../../platform/mail/mail-status";
import { countOrders } from "../orders/find-orders";
import { disputeUrl, unansweredStatuses } from "../../payments/disputes";
import { findOwnProblems } from "../../payments/ledger/compare-books";
import { sumOwedByHand } from "../../payments/outside-payments";
import { anyOrderId } from "../../payments/payable-ref";
import { findLongSilent } from "../../catalogue/calendars/list-calendars";
import { countPlaces, freePlaces } from "../../catalogue/schedule/places";
import { endOfOffer } from "../../selling/waitlist/offer-end";
import { countOpenWithdrawals } from "../../payments/withdrawals/list-withdrawals";
import { countFailedJobs } from "./failed-jobs";
import { countNewBookings } from "./new-bookings";
import { findAhead } from "./overview-sessions";
import type { Overview, OverviewDispute, OverviewWaitlist } from "./schemas";

export async function getOverview(ctx: MemberContext): Promise<Overview> {
  const { db, clock, visitor } = ctx;
  const pending = { tab: "", search: "", status: "pending", from: "", until: "" } as const;
  const [ahead, income, bookings] = await Promise.all([findAhead(ctx), readIncome(ctx), countNewBookings(ctx)]);
  const [disputes, waitlists, withoutLink, pendingOrders, owed, problems, failedMails, unarrivedMails, failedJobs] =
    await Promise.all([
      findDisputes(ctx),
      findWaitlists(ctx),
      findWithoutLink(ctx),
      countOrders(db, { filter: pending, timeZone: visitor.timeZone }),
      sumOwedByHand(db),
      findOwnProblems(ctx, clock.now()),
      db.$count(outboxEmails, whereMailIs("failed")),
      db.$count(outboxEmails, whereMailIs("unarrived")),
      countFailedJobs(db),
    ]);
  return {
    ...ahead,
    income,
    bookings,
    waiting: {
      disputes,
      pendingOrders: pendingOrders.sessions + pendingOrders.recordings,
      waitlists,
      withoutLink,
      owedByHand: { orders: owed.orders, amount: owed.amounts.map(formatAmount).join(" and ") },
      toRefund: problems.toRefund.map(({ order: { kind, id, customer, reference }, ...amount }) => ({
        kind,
        id,
        reference,
        customer: customer.name,
        amount: formatAmount(amount),
      })),
      unexplained: problems.unexplained,
      failedMails,
      unarrivedMails,
      failedJobs,
      withdrawals: await countOpenWithdrawals(db),
      silentCalendars: await findLongSilent(ctx),
    },
  };
}

const maxShown = 20;

async function findDisputes({ db, clock, visitor }: Context): Promise<OverviewDispute[]> {
  const rows = await db
    .select({ dispute: disputes, customer: orders.customerName })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .innerJoin(orders, eq(orders.id, anyOrderId))
    .where(inArray(disputes.status, [...unansweredStatuses]))
    .orderBy(asc(disputes.dueBy), asc(disputes.id))
    .limit(maxShown);
  return rows.map(({ dispute, customer }) => ({
    id: dispute.id,
    customer: customer.trim(),
    amount: formatAmount(dispute),
    isInquiry: dispute.status === "warning_needs_response",
    daysLeft: dispute.dueBy && daysBetween(clock.now(), dispute.dueBy),
    dueBy: dispute.dueBy && printInstant(dispute.dueBy, visitor.timeZone),
    url: disputeUrl(dispute),
  }));
}

const dayMs = 24 * 60 * 60 * 1000;

const daysBetween = (from: Date, until: Date) => Math.max(0, Math.floor((until.getTime() - from.getTime()) / dayMs));

async function findWithoutLink(ctx: Context): Promise<Overview["waiting"]["withoutLink"]> {
  const { startTime, cancelledAt, isPublished, locationType, zoomLink } = liveSessions;
  const rows = await ctx.db
    .select()
    .from(liveSessions)
    .where(
      and(
        gt(startTime, ctx.clock.now()),
        isNull(cancelledAt),
        isNull(liveSessions.slotFreedAt),
        eq(isPublished, true),
        eq(locationType, "online"),
        isNull(zoomLink),
      ),
    )
    .orderBy(asc(startTime), asc(liveSessions.id))
    .limit(maxShown);
  return rows.map((session) => {
    const { shortDate } = displayStart(session, ctx);
    return { id: session.id, title: session.title, day: shortDate };
  });
}

async function findWaitlists(ctx: Context): Promise<OverviewWaitlist[]> {
  const { db, clock } = ctx;
  const { id, title, startTime, maxAttendees, isPublished, cancelledAt } = liveSessions;
  const session = { id, title, startTime, maxAttendees, isPublished, cancelledAt };
  const rows = await db
    .select({ session, waiting: count() })
    .from(sessionWaitlist)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionWaitlist.sessionId))
    .where(
      and(
        eq(sessionWaitlist.status, "waiting"),
        gt(liveSessions.startTime, clock.now()),
        isNull(liveSessions.cancelledAt),
        eq(liveSessions.isPublished, true),
      ),
    )
    .groupBy(liveSessions.id)
    .orderBy(asc(liveSessions.startTime), asc(liveSessions.id));
  const { offerHours } = await readSiteSettings(ctx);
  const places = await countPlaces(
    db,
    rows.map(({ session }) => session.id),
  );
  return rows.flatMap(({ session, waiting }) => {
    const free = freePlaces(session, places.get(session.id));
    if (free === 0 || endOfOffer(ctx, session, offerHours) === null) return [];
    return [{ id: session.id, title: session.title, waiting, free }];
  });
}
