import { randomUUID } from "node:crypto";
import type { Transaction } from "@db/client";
import type { Booking, DiscountTerms, LiveSession } from "@db/schema";
import type { Contact } from "../../../accounts/accounts";
import { contactOf } from "../../../accounts/contact-of";
import type { Context } from "../../../core/context";
import { minutesAfter } from "../../../core/dates";
import { readAgreement } from "../../../core/site-settings";
import { agreeOn, type QuoteMaker } from "../../../catalogue/discounts/prices";
import { requireRatePlaces } from "../../../catalogue/discounts/quote-choice";
import { requestConsent } from "../../../platform/mail/confirm-consent";
import type { FoundCode } from "../../../catalogue/gift-cards/find-cards";
import { agreeOnCards } from "../../../catalogue/gift-cards/pay-by-card";
import type { SessionPricing } from "../../../platform/money/session-price";
import { partKeys } from "../../../platform/money/split-payment";
import { openGiftParts } from "../../../payments/gift-parts";
import { readPassHolder } from "../../../catalogue/passes/holder";
import { holdMinutes, openPayment } from "../../../payments/checkout";
import { confirmHealth, type HealthStatement } from "./booking-form";
import { mailBooking, ticketNames } from "../mails/mail-booking";
import { lockChosenPass, payFor } from "../pay/pay-by-pass";
import type { NewBooking } from "../schemas";
import { nameTickets, newTickets, storeTicketPrices } from "../tickets";
import { insertBooking, insertPaidBooking } from "../transitions";

type BookingFacts = {
  health: HealthStatement | null;
  /** The terms of the code, which has been redeemed. */
  terms: DiscountTerms | null;
  quoted: QuoteMaker;
  /** The gift cards that are to pay. */
  cards: FoundCode[];
  /** The places taken before this booking, where they are known. */
  taken?: number;
  /** Refuses the hold or returns what is stored with it. */
  limitHold?: (now: Date) => Pick<Booking, "holdBrowser" | "holdNetwork">;
};

/** Books or holds a place in a locked session. Throws price_changed, discount_refused, sold_out, invalid, health_unconfirmed. */
export async function bookPlace(
  tx: Transaction,
  ctx: Context,
  pricing: SessionPricing<LiveSession>,
  facts: NewBooking & BookingFacts,
): Promise<Booking> {
  const { health, terms, quoted, cards, taken, limitHold, ...input } = facts;
  const { session } = pricing;
  const now = ctx.clock.now();
  const bookingId = randomUUID();
  const confirmed = confirmHealth(ctx.settings, health, { ...input, bookingId });
  const shown = { ...input, quote: partKeys(input.quote).price };
  const byPass = await lockChosenPass(tx, ctx, { session, quantity: input.quantity, input: shown, quoted, terms });
  const contact = contactOf(ctx.user ?? (byPass && (await readPassHolder(tx, byPass.part.pass.id))), input);
  const price = byPass?.price ?? agreeOn(quoted, shown, terms);
  const withMoney = input.quantity - (byPass?.part.tickets ?? 0);
  const priced = withMoney === 0 ? [] : quoted(terms, withMoney).tickets;
  requireRatePlaces(pricing, priced ?? []);
  const tickets = newTickets(input.ticketNames, input.quantity);
  const total = { amountMinor: price.totalMinor, currency: price.currency };
  const { parts, rest } = await agreeOnCards(tx, ctx, total, {
    found: byPass && price.totalMinor === 0 ? [] : cards,
    quote: input.quote,
  });
  const holdUntil = rest.amountMinor > 0 ? minutesAfter(now, holdMinutes) : null;
  const values = {
    ...(await ofForm(tx, ctx, contact, input)),
    id: bookingId,
    sessionId: session.id,
    ...confirmed,
    ...price,
    createdAt: now,
    holdUntil,
    ...(holdUntil && limitHold?.(now)),
  };
  const isPaidByCards = parts.length > 0 && rest.amountMinor === 0;
  const booking = await (isPaidByCards ? insertPaidBooking : insertBooking)(tx, values, now);
  if (priced) await storeTicketPrices(tx, booking, priced);
  if (byPass) await payFor(tx, ctx, byPass.part, { booking, priced });
  await nameTickets(tx, booking, tickets);
  if (input.announcements) await requestConsent(tx, ctx, { email: contact.email, source: "booking" });
  const cause = { kind: "booking", id: booking.id } as const;
  const { currency } = booking;
  await openGiftParts(tx, ctx, cause, { parts, currency, state: isPaidByCards ? "paid" : "open" });
  if (holdUntil) {
    await openPayment(tx, cause, rest, holdUntil);
    return booking;
  }
  const names = ticketNames(booking, tickets);
  const takenNow = taken === undefined ? undefined : taken + input.quantity;
  await mailBooking(tx, ctx, { booking, session, tickets: names, taken: takenNow });
  return booking;
}

/** Returns what every booking stores of its form. */
const ofForm = async (tx: Transaction, ctx: Context, contact: Contact, input: NewBooking) => ({
  userId: ctx.user?.id ?? null,
  attendeeFirstName: contact.firstName,
  attendeeLastName: contact.lastName,
  attendeeEmail: contact.email,
  ...(await readAgreement({ ...ctx, db: tx })),
  quantity: input.quantity,
  formKey: input.formKey,
  timeZone: ctx.visitor.timeZone,
});
