import type { Transaction } from "@db/client";
import { type LiveSession, liveSessions } from "@db/schema";
import { eq } from "drizzle-orm";
import { type Contact, contactOf } from "../../accounts/accounts";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { withMemberTermsOn } from "../../catalogue/discounts/member-discount";
import { agreeOn, choosePrice, redeemTyped } from "../../catalogue/discounts/chosen-price";
import { partKeys } from "../../platform/money/split-payment";
import { leaveCheckout } from "../../payments/release";
import { lockForSale, requireSamePricing } from "../../catalogue/products/lock";
import { readProductPricing } from "../../catalogue/products/product-prices";
import { lockSessions } from "../../catalogue/schedule/find-session";
import { countPlaces } from "../../catalogue/schedule/places";
import { holderOf, holdsOf, limitHolds } from "../bookings/pay/hold-cap";
import { type OrderFacts, placeOrder } from "../order/place-order";
import { lockBuyer, nameOf } from "../purchases/buyer";
import { findRepeated } from "../purchases/find-repeated";
import { type BegunPurchase, leadOn } from "../purchases/lead-on";
import { choiceOf, findOpenPurchase } from "../purchases/purchase-form";
import { storePurchase } from "../purchases/store-purchase";
import type { Purchase } from "../purchases/transitions";
import { type Course, datesToCome, priceKeyFor, priceOfDates, requireCourse } from "./course";
import { refusalOfCourse } from "./course-places";
import { holdDates } from "./hold-dates";
import type { NewCourseBooking } from "./schemas";
import { bookInTurn } from "./take-offer";

/**
 * Books or holds a place in every date of a course that is still to come: in all, or in none. The same form key again
 * returns the same result. Throws not_found, closed, sold_out, price_changed, discount_refused, health_unconfirmed,
 * invalid (an amount that can't be paid), too_many_holds.
 */
export async function bookCourse(ctx: Context, input: NewCourseBooking): Promise<BegunPurchase> {
  const contact = contactOf(ctx.user, ctx.user ? {} : input);
  const { product, purchase } = await placeOrder(ctx, input, {
    isAttended: true,
    prepare: () => leaveOtherCheckout(ctx, input),
    failure: "Failed to book the course. Please try again.",
    soldOut: (cause) => new DomainError("sold_out", "The course is full.", { cause, ending: "full" }),
    async take(tx, ordered) {
      const course = await lockDates(tx, input.id);
      const repeated = await findRepeated(tx, ctx, { formKey: input.formKey, email: contact.email });
      const book = () => bookLocked(tx, ctx, course, { ...ordered, ...contact });
      return { product: course.product, purchase: repeated ?? (await bookInTurn(tx, ctx, input, book)) };
    },
  });
  return leadOn(ctx, product, purchase);
}

/** Locks the sessions of a course in the order of their ids, before anything else, and returns the course as it is then. */
async function lockDates(tx: Transaction, id: string): Promise<Course> {
  const { product, terms, dates } = await requireCourse(tx, id);
  const locked = await lockSessions(
    tx,
    dates.map((session) => session.id),
  );
  const startOf = ({ startTime }: LiveSession) => startTime.getTime();
  const sessions = [...locked.values()].sort((a, b) => startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1));
  return { product, terms, dates: sessions };
}

/** The sessions are locked: no other booking comes between the count and the inserts. */
async function bookLocked(
  tx: Transaction,
  ctx: Context,
  { product: before, dates, ...rest }: Course,
  input: NewCourseBooking & OrderFacts & Contact,
): Promise<Purchase> {
  const buyer = { name: nameOf(input), email: input.email };
  const account = await lockBuyer(tx, ctx, { kind: "course" }, buyer);
  await lockForSale(tx, before);
  const { product } = await requireCourse(tx, input.id);
  requireSamePricing(product, before);
  const course = { ...rest, product, dates };
  const now = ctx.clock.now();
  const toCome = datesToCome(course, now);
  const sessions = toCome.map(({ session }) => session);
  const places = await countPlaces(
    tx,
    sessions.map(({ id }) => id),
  );
  const refusal = refusalOfCourse({ course, toCome, places, now }, ctx);
  if (refusal) throw refusal;
  const shown = { ...input, quote: priceKeyFor(partKeys(input.quote).price, toCome) };
  const sold = await withMemberTermsOn(tx, ctx, priceOfDates(course, toCome, await readProductPricing(tx, product)));
  const chosen = choosePrice(ctx, sold.pricing, choiceOf(input));
  const terms = await redeemTyped(tx, chosen, { ...input, now });
  return storePurchase(tx, ctx, {
    ...input,
    ...agreeOn(chosen, shown, { terms }),
    product,
    buyer,
    account,
    async hold(purchase) {
      const isHeld = purchase.status === "pending";
      const holder = isHeld ? await limitHold(tx, ctx, sessions, purchase) : noHolder;
      await holdDates(tx, ctx, { ...input, contact: input, purchase, sessions, holder });
    },
  });
}

const noHolder = { holdBrowser: null, holdNetwork: null };

/** Limits unpaid holds at the date with the fewest places, as those of single places are limited there. */
async function limitHold(
  tx: Transaction,
  ctx: Context,
  sessions: LiveSession[],
  { customerEmail: email, createdAt: now }: Purchase,
) {
  const sizeOf = ({ maxAttendees }: LiveSession) => maxAttendees ?? Infinity;
  const [first, ...others] = sessions;
  if (!first) return noHolder;
  const session = others.reduce((least, other) => (sizeOf(other) < sizeOf(least) ? other : least), first);
  const holder = holderOf(ctx, { session, email });
  const [found] = await tx
    .select({ holds: holdsOf(tx, session, holder) })
    .from(liveSessions)
    .where(eq(liveSessions.id, session.id));
  limitHolds(session, holder, found?.holds ?? [], { quantity: 1, now });
  return { holdBrowser: holder.browser, holdNetwork: holder.network };
}

/** Ends the visitor's other unpaid booking of the course: its places and its code are free for this one. */
async function leaveOtherCheckout(ctx: Context, { id, formKey }: NewCourseBooking): Promise<void> {
  const open = await findOpenPurchase(ctx.db, ctx, id);
  if (open && open.formKey !== formKey) await leaveCheckout(ctx, { kind: "purchase", id: open.id });
}
