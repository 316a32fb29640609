import type { Transaction } from "@db/client";
import { isCapacityExceeded } from "@db/errors";
import { one } from "@db/one";
import { type LiveSession, liveSessions, purchases } from "@db/schema";
import { eq } from "drizzle-orm";
import { type Contact, contactOfMember, lockAccount } from "../../people/accounts/accounts";
import { contactMessages } from "../../core/contact";
import type { Context } from "../../core/context";
import { minutesAfter } from "../../core/dates";
import { normalEmail } from "../../core/email-address";
import { DomainError } from "../../core/errors";
import { limitBookingRate } from "../../core/rate-limits";
import { type Agreement, readAgreement } from "../../core/site-settings";
import { inTransaction } from "../../core/transaction";
import { agreePrice } from "../../selling/discounts/prices";
import { findCards, type FoundCode } from "../../selling/gift-cards/find-cards";
import { agreeOnCards } from "../../selling/gift-cards/pay-by-card";
import { codesIn } from "../../selling/gift-cards/schemas";
import { partKeys } from "../../selling/money/split-payment";
import { openPayment } from "../../selling/payments/checkout";
import { openGiftParts } from "../../selling/payments/gift-parts";
import { leaveCheckout } from "../../selling/payments/release";
import { lockProductAgainstDeletion } from "../../selling/products/lock";
import { purchaseReturnPath } from "../../selling/products/paths";
import { payForPurchase, paymentFailures } from "../../selling/purchases/create-purchase";
import { deliver } from "../../selling/purchases/deliver";
import { ofProduct } from "../../selling/purchases/item";
import { findOpenPurchase, quoteOnePrice } from "../../selling/purchases/purchase-form";
import type { Purchase } from "../../selling/purchases/transitions";
import { findHealthStatement, type HealthStatement } from "../bookings/booking-form";
import { holderOf, holdsOf, limitHolds } from "../bookings/hold-cap";
import { lockSessions } from "../schedule/find-session";
import { countPlaces } from "../schedule/places";
import { type Course, datesToCome, priceKeyFor, priceOfDates, requireCourse } from "./course";
import { refusalOfCourse } from "./course-places";
import { holdDates } from "./hold-dates";
import type { NewCourseBooking } from "./schemas";
import { bookInTurn } from "./take-offer";

type Facts = Agreement & { contact: Contact; cards: FoundCode[]; health: HealthStatement | null };

/**
 * Books or holds a place in every date of a course that is still to come: in all, or in none. The same form key again
 * returns the same result. Throws not_found, closed, sold_out, price_changed, discount_refused, health_unconfirmed,
 * invalid, too_many_holds.
 */
export async function bookCourse(ctx: Context, input: NewCourseBooking): Promise<{ next: string; purchaseId: string }> {
  await limitBookingRate(ctx, input);
  const contact = contactOf(ctx, input);
  await leaveOtherCheckout(ctx, input);
  const facts = {
    ...(await readAgreement(ctx)),
    contact,
    cards: await findCards(ctx, codesIn(input)),
    health: await findHealthStatement(ctx.db, ctx),
  };
  const { product, purchase } = await takeDates(ctx, { ...input, ...facts });
  const purchaseId = purchase.id;
  if (purchase.status === "pending") return { next: await payForPurchase(ctx, product, purchase), purchaseId };
  if (purchase.status === "failed") throw new DomainError("payment_provider_failed", paymentFailures.noPage);
  return { next: purchaseReturnPath(product, purchaseId), purchaseId };
}

async function takeDates(ctx: Context, input: NewCourseBooking & Facts) {
  try {
    return await inTransaction(
      ctx,
      async (tx) => {
        const course = await lockDates(tx, input.id);
        const repeated = await findRepeated(tx, ctx, input);
        const purchase = repeated ?? (await bookInTurn(tx, ctx, input, () => bookLocked(tx, ctx, course, input)));
        return { product: course.product, purchase };
      },
      "Failed to book the course. Please try again.",
    );
  } catch (error) {
    if (isCapacityExceeded(error)) throw new DomainError("sold_out", "The course is full.", { cause: error });
    throw error;
  }
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
  { terms, dates }: Course,
  input: NewCourseBooking & Facts,
): Promise<Purchase> {
  const { user, settings } = ctx;
  const { contact, cards, health } = input;
  const account = await lockAccount(tx, user ? { id: user.id } : { email: contact.email });
  if (user && !account) throw new DomainError("unauthenticated", "Please sign in.");
  await lockProductAgainstDeletion(tx, input.id);
  const { product } = await requireCourse(tx, input.id);
  const course = { product, terms, dates };
  const now = ctx.clock.now();
  const toCome = datesToCome(course, now);
  const places = await countPlaces(
    tx,
    toCome.map(({ session }) => session.id),
  );
  const refusal = refusalOfCourse({ course, toCome, places, now }, ctx);
  if (refusal) throw refusal;
  const sessions = toCome.map(({ session }) => session);
  const shown = { ...input, quote: priceKeyFor(partKeys(input.quote).price, toCome), now };
  const price = await agreePrice(tx, quoteOnePrice(ctx, priceOfDates(course, toCome)), shown);
  const { currency } = price;
  const total = { amountMinor: price.totalMinor, currency };
  const { parts, rest } = await agreeOnCards(tx, ctx, total, { found: cards, quote: input.quote });
  const isDone = rest.amountMinor === 0;
  const doneAs = parts.length > 0 ? "paid" : "free";
  const holdUntil = isDone ? null : minutesAfter(now, settings.holdMinutes);
  const holder = isDone ? noHolder : await limitHold(tx, ctx, sessions, contact, now);
  const { termsVersion, privacyVersion } = input;
  const isTheirs = account && (user !== null || account.emailConfirmedAt !== null);
  const purchase = one(
    await tx
      .insert(purchases)
      .values({
        ...ofProduct(product),
        // Whoever pays as a guest may not have the address: an account takes over what is paid.
        userId: isTheirs && (user || isDone) ? account.id : null,
        customerName: `${contact.firstName} ${contact.lastName}`.trim(),
        customerEmail: contact.email,
        status: isDone ? doneAs : "pending",
        formKey: input.formKey,
        ...price,
        ...{ termsVersion, privacyVersion },
        createdAt: now,
        completedAt: isDone ? now : null,
        holdUntil,
      })
      .returning(),
    "purchase",
  );
  const agreement = { termsVersion, privacyVersion };
  await holdDates(tx, ctx, { purchase, sessions, contact, health, holder, input, agreement });
  const cause = { kind: "purchase", id: purchase.id } as const;
  await openGiftParts(tx, ctx, cause, { parts, currency, state: isDone ? "paid" : "open" });
  if (holdUntil) await openPayment(tx, cause, rest, holdUntil);
  else await deliver(tx, ctx, purchase);
  return purchase;
}

const noHolder = { holdBrowser: null, holdNetwork: null };

/** Limits unpaid holds at the date with the fewest places, as those of single places are limited there. */
async function limitHold(tx: Transaction, ctx: Context, sessions: LiveSession[], { email }: Contact, now: Date) {
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

/** Throws closed if someone else posted the form: its purchase is not theirs. */
async function findRepeated(
  tx: Transaction,
  { user }: Context,
  { formKey, contact }: NewCourseBooking & Facts,
): Promise<Purchase | undefined> {
  const [purchase] = await tx.select().from(purchases).where(eq(purchases.formKey, formKey));
  const isTheirs = user
    ? purchase?.userId === user.id
    : purchase && normalEmail(purchase.customerEmail) === normalEmail(contact.email);
  if (purchase && !isTheirs) {
    throw new DomainError("closed", "This form has already been sent. Please open it again.", { field: "email" });
  }
  return purchase;
}

/** Ends the visitor's other unpaid booking of the course: its places and its code are free for this one. */
async function leaveOtherCheckout(ctx: Context, { id, formKey }: NewCourseBooking): Promise<void> {
  const open = await findOpenPurchase(ctx.db, ctx, id);
  if (open && open.formKey !== formKey) await leaveCheckout(ctx, { kind: "purchase", id: open.id });
}

/** Throws invalid if a guest leaves a field out. */
function contactOf({ user }: Context, typed: Pick<NewCourseBooking, keyof Contact>): Contact {
  if (user) return contactOfMember(user);
  const requireField = (field: keyof Contact): string => {
    const value = typed[field];
    if (value === undefined) throw new DomainError("invalid", contactMessages[field], { field });
    return value;
  };
  return {
    firstName: requireField("firstName"),
    lastName: requireField("lastName"),
    email: requireField("email"),
  };
}
