import { randomUUID } from "node:crypto";
import type { Transaction } from "@db/client";
import type { Booking, LiveSession } from "@db/schema";
import { contactOf } from "../../../accounts/accounts";
import type { Context } from "../../../core/context";
import { agreeOn, choosePrice, redeemTyped } from "../../../catalogue/discounts/chosen-price";
import { lockPassesInLine } from "../../../catalogue/passes/lock";
import { readPassHolder } from "../../../catalogue/passes/holder";
import { requestConsent } from "../../../platform/mail/confirm-consent";
import { isWhollyByPass } from "../../../platform/money/quote";
import type { SessionPricing } from "../../../platform/money/session-price";
import { partKeys } from "../../../platform/money/split-payment";
import type { OrderFacts } from "../../order/place-order";
import { storeOrder } from "../../order/store-order";
import { confirmHealth } from "../health/health-notes";
import { mailBooking, ticketNames } from "../mails/mail-booking";
import { chosenPass, lockChosenPass, payFor } from "../pay/pay-by-pass";
import { choiceIn, type NewBooking } from "../schemas";
import { nameTickets, newTickets, storeTicketPrices } from "../tickets";
import { insertBooking } from "../transitions";

type BookingFacts = OrderFacts & {
  /** The places taken before this booking, where they are known. */
  taken?: number;
  /** The entry of the waitlist whose offer leaves places over, which are offered on. */
  leftOverOf?: string;
  /** Refuses the hold or returns what is stored with it. */
  limitHold?: (now: Date) => Pick<Booking, "holdBrowser" | "holdNetwork">;
};

/**
 * Books or holds a place in a locked session, whose buyer is locked too. Throws price_changed, discount_refused, sold_out,
 * invalid, health_unconfirmed.
 */
export async function bookPlace(
  tx: Transaction,
  ctx: Context,
  pricing: SessionPricing<LiveSession>,
  { health, cards, agreement, taken, leftOverOf, limitHold, ...input }: NewBooking & BookingFacts,
): Promise<Booking> {
  const { session } = pricing;
  const { quantity } = input;
  const now = ctx.clock.now();
  const bookingId = randomUUID();
  const confirmed = confirmHealth(ctx.settings, health, { ...input, bookingId });
  const chosen = choosePrice(ctx, pricing, choiceIn(input));
  const discountCode = isWhollyByPass(input.quote) ? undefined : input.discountCode;
  const terms = await redeemTyped(tx, chosen, { discountCode, now });
  if (leftOverOf) await lockPassesInLine(tx, session, { id: leftOverOf, passId: chosenPass(input) });
  const shown = { ...input, quote: partKeys(input.quote).price };
  const byPass = await lockChosenPass(tx, ctx, { session, quantity, input: shown, chosen, terms });
  const { price, tickets: priced } = byPass ?? agreeOn(chosen, shown, { terms });
  const contact = contactOf(ctx.user ?? (byPass && (await readPassHolder(tx, byPass.part.pass.id))), input);
  const tickets = newTickets(input.ticketNames, quantity);
  return storeOrder(tx, ctx, {
    kind: "booking",
    total: { amountMinor: price.totalMinor, currency: price.currency },
    quote: input.quote,
    cards: byPass && price.totalMinor === 0 ? [] : cards,
    async store({ status, holdUntil }) {
      const values = {
        id: bookingId,
        sessionId: session.id,
        userId: ctx.user?.id ?? null,
        attendeeFirstName: contact.firstName,
        attendeeLastName: contact.lastName,
        attendeeEmail: contact.email,
        ...agreement,
        ...confirmed,
        ...price,
        quantity,
        formKey: input.formKey,
        timeZone: ctx.visitor.timeZone,
        createdAt: now,
        holdUntil,
        ...(holdUntil && limitHold?.(now)),
      };
      const booking = await insertBooking(tx, values, status, now);
      if (priced) await storeTicketPrices(tx, booking, priced);
      if (byPass) await payFor(tx, ctx, byPass.part, { booking, priced });
      await nameTickets(tx, booking, tickets);
      if (input.announcements) await requestConsent(tx, ctx, { email: contact.email, source: "booking" });
      return booking;
    },
    async deliver(booking) {
      const takenNow = taken === undefined ? undefined : taken + quantity;
      await mailBooking(tx, ctx, { booking, session, tickets: ticketNames(booking, tickets), taken: takenNow });
    },
  });
}
