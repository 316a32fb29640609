import type { Booking, LiveSession } from "@db/schema";
import { present } from "../core/errors";
import { cancellationOf } from "../bookings/cancellation";
import type { OrderRef } from "../orders/schemas";
import { leftOf, paidPaymentsIn } from "../payments/paid-payments";
import type { Money } from "../core/money";
import { isOpening } from "../recordings/purchases/transitions";
import type { SiteSettings } from "../core/site-settings";
import { collectionTitle } from "../core/collections";
import type { Belongings } from "./belongings";

type Booked = { booking: Booking; session: LiveSession };

/** What an account waits for before it can be deleted: each is over by itself, or by something that can be done. */
export type Obstacle =
  | { kind: "only_admin" }
  /** A place that is held for a payment, or a purchase that waits for one. */
  | { kind: "unpaid"; of: string; until: Date | null }
  /** A place that is hers until the start: the time for cancelling is over. */
  | { kind: "too_late"; session: LiveSession }
  /** A place that was paid outside the site: the instructor needs to know whom to return the money to. */
  | { kind: "paid_by_hand"; session: LiveSession }
  /** Money that is still to go back, who sends it, and for which order. */
  | { kind: "owed"; of: string; amount: Money; by: "stripe" | "hand"; order: OrderRef }
  /** What would have to go back by hand, to a person without a name. */
  | ({ kind: "to_hand_over" } & PaidByHand);

/** What was paid by hand for something that goes with the account, as far as it has not gone back. */
type PaidByHand = { of: string; amount: Money; order: OrderRef };

/** What deleting would do to what is booked, and what stands in its way. */
export type Plan = {
  /** The places that are given back, the next one first. */
  cancels: Booked[];
  /** Where the instructor deletes: what she can't refund with it, as she would not know to whom any more. */
  paidByHand: PaidByHand[];
  obstacles: Obstacle[];
};

type Planned = {
  site: Pick<SiteSettings, "isCancellingOn" | "cancelWindowHours">;
  now: Date;
  /** Whom the time for cancelling doesn't bind, and who may keep what was paid. */
  isByInstructor: boolean;
};

/** The one rule of what goes with an account, for its page and for the deletion. */
export function planDeletion(belongings: Belongings, { site, now, isByInstructor }: Planned): Plan {
  const cancels: Booked[] = [];
  const obstacles: Obstacle[] = [...unpaid(belongings, now), ...owed(belongings)];
  for (const booked of belongings.bookings) {
    const { booking, session } = booked;
    const { kind } = cancellationOf({ ...booked, site, now });
    if (kind === "none" || kind === "hold") continue;
    if (kind === "write" && !isByInstructor) obstacles.push({ kind: "too_late", session });
    else if (isPaidByHand(belongings, booking) && !isByInstructor) obstacles.push({ kind: "paid_by_hand", session });
    else cancels.push(booked);
  }
  return { cancels, paidByHand: isByInstructor ? paidByHand(belongings, cancels) : [], obstacles };
}

function paidByHand(belongings: Belongings, cancels: Booked[]): PaidByHand[] {
  const going = [
    ...cancels.map(({ booking, session }) => ({
      of: `“${session.title}”`,
      order: { kind: "booking" as const, id: booking.id },
      paid: paidPaymentsIn(belongings, { bookingId: booking.id }),
    })),
    ...belongings.purchases.filter(isOpening).map(({ id, collection }) => ({
      of: `the ${collectionTitle(collection)}`,
      order: { kind: "purchase" as const, id },
      paid: paidPaymentsIn(belongings, { purchaseId: id }),
    })),
  ];
  return going.flatMap(({ of, order, paid }) =>
    paid
      .filter((part) => part.payment.provider === "outside" && leftOf(part) > 0)
      .map((part) => ({ of, order, amount: { amountMinor: leftOf(part), currency: part.payment.currency } })),
  );
}

/** By the payments, too: one may still be open although its booking is not. */
function unpaid({ bookings, purchases, payments }: Belongings, now: Date): Obstacle[] {
  const isOpen = (id: string) =>
    payments.some(({ state, bookingId, purchaseId }) => state === "open" && (bookingId === id || purchaseId === id));
  const held = bookings
    .filter(({ booking }) => booking.status === "pending" || isOpen(booking.id))
    .map(({ booking, session }) => ({ of: `“${session.title}”`, until: booking.holdUntil }));
  const bought = purchases
    .filter(({ id, status }) => status === "pending" || isOpen(id))
    .map(({ collection, holdUntil }) => ({ of: `the ${collectionTitle(collection)}`, until: holdUntil }));
  return [...held, ...bought].map(({ of, until }) => ({
    kind: "unpaid" as const,
    of,
    until: until && until > now ? until : null,
  }));
}

const isPaidByHand = ({ payments }: Belongings, { id }: Booking) =>
  payments.some(({ bookingId, provider, state }) => bookingId === id && provider === "outside" && state === "paid");

/**
 * What of each payment is still to go back: refunds under way, and those that have failed. Nothing is owed of what the
 * customer's bank has taken back.
 */
function owed({ bookings, purchases, payments, refunds, disputes }: Belongings): Obstacle[] {
  return payments.flatMap<Obstacle>((payment) => {
    const back = refunds.filter(({ paymentId }) => paymentId === payment.id);
    const sumOf = (state: "pending" | "succeeded") =>
      back.filter((refund) => refund.state === state).reduce((sum, { amountMinor }) => sum + amountMinor, 0);
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
    const by = payment.provider === "stripe" ? "stripe" : "hand";
    const amount = { amountMinor, currency: payment.currency };
    return [{ kind: "owed", of, amount, by, order: { kind, id: row.id } }];
  });
}

function purchaseOf(purchases: Belongings["purchases"], purchaseId: string | null) {
  const row = present(
    purchases.find(({ id }) => id === purchaseId),
    "the purchase of a payment",
  );
  return { kind: "purchase" as const, of: `the ${collectionTitle(row.collection)}`, row };
}
