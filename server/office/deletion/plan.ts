import type { Booking, LiveSession } from "@db/schema";
import { cancellationOf } from "../../selling/bookings/cancellation";
import { displayStart, type ScheduledSession, type Zones } from "../../core/dates";
import { requirePresent } from "../../core/errors";
import { formatAmount, type Money, sumMinor } from "../../core/money";
import type { SiteSettings } from "../../core/site-settings";
import type { OrderRef } from "../orders/schemas";
import { leftOf, paidPaymentsIn } from "../../payments/paid-payments";
import { kinds } from "../../catalogue/products/kinds";
import { isOpening, type Purchase } from "../../selling/purchases/transitions";
import type { Belongings } from "./belongings";

type BookedSession = { booking: Booking; session: LiveSession };

export type Obstacle =
  | { kind: "only_admin" }
  | { kind: "unpaid"; of: string; until: Date | null }
  | { kind: "too_late"; session: LiveSession }
  | { kind: "paid_by_hand"; sessions: LiveSession[] }
  | { kind: "owed"; of: string; amount: Money; by: "stripe" | "hand"; order: OrderRef }
  /** A manual refund, whose recipient would have no name. */
  | ({ kind: "to_hand_over" } & OutsideAmount);

type OutsideAmount = { of: string; amount: Money; order: OrderRef };

export type DeletionPlan = {
  bookingsToCancel: BookedSession[];
  paidByHand: OutsideAmount[];
  obstacles: Obstacle[];
};

type DeletionTerms = {
  site: Pick<SiteSettings, "isCancellingOn" | "cancelWindowHours">;
  now: Date;
  isByAdmin: boolean;
};

/** Plans a deletion: the rule for the page and for the deletion itself. */
export function planDeletion(belongings: Belongings, { site, now, isByAdmin }: DeletionTerms): DeletionPlan {
  const bookingsToCancel: BookedSession[] = [];
  const obstacles: Obstacle[] = [...unpaid(belongings, now), ...owedObstacles(belongings)];
  const byHand: LiveSession[] = [];
  for (const booked of belongings.bookings) {
    const { booking, session } = booked;
    const { kind } = cancellationOf({ ...booked, site, now });
    if (kind === "none" || kind === "hold") continue;
    if (kind === "write" && !isByAdmin) obstacles.push({ kind: "too_late", session });
    else if (isPaidByHand(belongings, booking) && !isByAdmin) byHand.push(session);
    else bookingsToCancel.push(booked);
  }
  if (byHand.length > 0) obstacles.push({ kind: "paid_by_hand", sessions: byHand });
  return { bookingsToCancel, paidByHand: isByAdmin ? paidByHand(belongings, bookingsToCancel) : [], obstacles };
}

function paidByHand(belongings: Belongings, bookingsToCancel: BookedSession[]): OutsideAmount[] {
  const going = [
    ...bookingsToCancel.map(({ booking, session }) => ({
      of: `“${session.title}”`,
      order: { kind: "booking" as const, id: booking.id },
      paid: paidPaymentsIn(belongings, { kind: "booking", id: booking.id }),
    })),
    ...belongings.purchases.filter(isOpening).map((purchase) => ({
      of: inText(purchase),
      order: { kind: "purchase" as const, id: purchase.id },
      paid: paidPaymentsIn(belongings, { kind: "purchase", id: purchase.id }),
    })),
  ];
  return going.flatMap(({ of, order, paid }) =>
    paid
      .filter((part) => part.payment.provider === "outside" && leftOf(part) > 0)
      .map((part) => ({ of, order, amount: { amountMinor: leftOf(part), currency: part.payment.currency } })),
  );
}

/** Also checks payments: one may be open although its booking is not. */
function unpaid({ bookings, purchases, payments }: Belongings, now: Date): Obstacle[] {
  const isOpen = (id: string) =>
    payments.some(({ state, bookingId, purchaseId }) => state === "open" && (bookingId === id || purchaseId === id));
  const held = bookings
    .filter(({ booking }) => booking.status === "pending" || isOpen(booking.id))
    .map(({ booking, session }) => ({ of: `“${session.title}”`, until: booking.holdUntil }));
  const bought = purchases
    .filter(({ id, status }) => status === "pending" || isOpen(id))
    .map((purchase) => ({ of: inText(purchase), until: purchase.holdUntil }));
  return [...held, ...bought].map(({ of, until }) => ({
    kind: "unpaid" as const,
    of,
    until: until && until > now ? until : null,
  }));
}

const isPaidByHand = ({ payments }: Belongings, { id }: Booking) =>
  payments.some(({ bookingId, provider, state }) => bookingId === id && provider === "outside" && state === "paid");

const inText = ({ productKind, productTitle }: Purchase): string => kinds[productKind].inText(productTitle);

/** Counts pending and failed refunds. Nothing is owed for a lost dispute. */
function owedObstacles({ bookings, purchases, payments, refunds, disputes }: Belongings): Obstacle[] {
  return payments.flatMap<Obstacle>((payment) => {
    const back = refunds.filter(({ paymentId }) => paymentId === payment.id);
    const sumOf = (state: "pending" | "succeeded") => sumMinor(back.filter((refund) => refund.state === state));
    const booked = bookings.find(({ booking }) => booking.id === payment.bookingId);
    const order = booked
      ? { kind: "booking" as const, of: `“${booked.session.title}”`, row: booked.booking }
      : purchaseOf(purchases, payment.purchaseId);
    const isDue = booked?.booking.status === "cancelled" || back.some(({ reason }) => reason === "late_payment");
    const isTakenBack = disputes.some(({ paymentId, status }) => paymentId === payment.id && status === "lost");
    const rest =
      payment.state === "paid" && isDue && order.row.refundWaivedAt === null && !isTakenBack
        ? payment.amountMinor - sumOf("succeeded")
        : 0;
    const amountMinor = Math.max(rest, sumOf("pending"));
    if (amountMinor <= 0) return [];
    const { kind, of, row } = order;
    const by = payment.provider === "outside" ? "hand" : "stripe";
    const amount = { amountMinor, currency: payment.currency };
    return [{ kind: "owed", of, amount, by, order: { kind, id: row.id } }];
  });
}

function purchaseOf(purchases: Belongings["purchases"], purchaseId: string | null) {
  const row = requirePresent(
    purchases.find(({ id }) => id === purchaseId),
    "the purchase of a payment",
  );
  return { kind: "purchase" as const, of: inText(row), row };
}

export function describeObstacle(obstacle: Obstacle, zones: Zones): string {
  switch (obstacle.kind) {
    case "only_admin":
      return "You’re the only admin. Make someone else an admin first.";
    case "unpaid": {
      const { of, until } = obstacle;
      const end = until && ` at ${timeOf({ startTime: until, locationType: "online" }, zones)} at the latest`;
      return `A payment for ${of} is still open. Complete or cancel it, or wait until it expires${end ?? ""}. You can delete the account a few minutes later.`;
    }
    case "too_late":
      return `“${obstacle.session.title}” can no longer be cancelled. You can delete the account once it has begun, on ${startOf(obstacle.session, zones)}.`;
    case "paid_by_hand":
      return paidByHandText(obstacle.sessions);
    case "to_hand_over":
      return `${formatAmount(obstacle.amount)} for ${obstacle.of} was paid outside Stripe. Once the account is deleted, there is no record of who to refund. Refund it first, or keep the money.`;
    case "owed": {
      const amount = formatAmount(obstacle.amount);
      return obstacle.by === "stripe"
        ? `${amount} for ${obstacle.of} is on its way back. You can delete the account once it has arrived, usually within 5 to 10 days.`
        : `${amount} for ${obstacle.of} still has to be refunded by hand. You can delete the account once that is done.`;
    }
  }
}

function paidByHandText(sessions: LiveSession[]): string {
  const titles = sessions.map(({ title }) => `“${title}”`);
  const places =
    titles.length === 1
      ? `Your place in ${titles[0]} was not paid through this site. Cancel it first.`
      : `Your places in ${titles.slice(0, -1).join(", ")} and ${titles.at(-1)} were not paid through this site. Cancel them first.`;
  return `${places} You can delete the account once you have your money back.`;
}

function startOf(session: ScheduledSession, zones: Zones): string {
  const { shortDate, time, zone } = displayStart(session, zones);
  return `${shortDate} at ${time} ${zone}`;
}

function timeOf(scheduled: ScheduledSession, zones: Zones): string {
  const { time, zone } = displayStart(scheduled, zones);
  return `${time} ${zone}`;
}
