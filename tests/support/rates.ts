import { bookingTickets, priceRates, type liveSessions, type products } from "@db/schema";
import { eq } from "drizzle-orm";
import { aCourseOf } from "./courses";
import { aPassOnSale } from "./passes";
import { aBookingOf, aSession } from "./sessions";
import type { TestApp } from "./test-app";

type Target = Pick<TestApp, "db">;
type SessionValues = Partial<typeof liveSessions.$inferInsert>;

/** Creates a session with the rates Supporter £30, Standard £22 and Low income £12, the last for so many places. */
export async function aSessionWithRates(
  app: Target,
  lowIncomePlaces: number | null = null,
  values: SessionValues = {},
) {
  const session = await aSession(app.db, {
    pricing: "rates",
    priceMinor: 1200,
    enteredPriceMinor: 1200,
    highestPriceMinor: 3000,
    enteredHighestMinor: 3000,
    ...values,
  });
  const rates = [
    { name: "Supporter", priceMinor: 3000 },
    { name: "Standard", priceMinor: 2200 },
    { name: "Low income", priceMinor: 1200, places: lowIncomePlaces },
  ];
  const rows = rates.map((rate, index) => ({
    sessionId: session.id,
    kind: "named" as const,
    number: index + 1,
    enteredPriceMinor: rate.priceMinor,
    ...rate,
  }));
  await app.db.insert(priceRates).values(rows);
  return session;
}

/** Creates a session that costs £22, and £15 for so many places or until a day. */
export async function aSessionWithEarlyPrice(
  app: Target,
  { places = null, lastDay = null }: { places?: number | null; lastDay?: string | null },
) {
  const session = await aSession(app.db, { pricing: "early", priceMinor: 2200 });
  const early = { sessionId: session.id, kind: "early" as const, number: 1, name: "Early price", places, lastDay };
  await app.db.insert(priceRates).values({ ...early, priceMinor: 1500, enteredPriceMinor: 1500 });
  return session;
}

/** Creates a session for any amount from £5 to £40, with £15 suggested. */
export async function aSessionForAnyAmount(app: Target, values: SessionValues = {}) {
  const session = await aSession(app.db, {
    pricing: "between",
    priceMinor: 500,
    highestPriceMinor: 4000,
    enteredHighestMinor: 4000,
    ...values,
  });
  const suggested = { sessionId: session.id, kind: "suggested" as const, number: 1, name: "Suggested" };
  await app.db.insert(priceRates).values({ ...suggested, priceMinor: 1500, enteredPriceMinor: 1500 });
  return session;
}

type ChosenPrices = { quantity?: number; rate1?: number; rate2?: number; rate3?: number; amount?: string };

/** Returns a guest's booking form with the quote that the form shows for what is chosen. */
export async function aChosenBooking(
  api: ReturnType<TestApp["as"]>,
  session: { id: string; priceMinor: number },
  chosen: ChosenPrices & { discountCode?: string },
) {
  const { quote } = await api.bookings.getForm({ sessionId: session.id, ...chosen });
  return { ...aBookingOf(session), ...chosen, quote };
}

/** Returns the rate, the list price and the share of each ticket of a booking: "Low income 1200 1080". */
export async function agreedTicketsOf({ db }: Target, bookingId: string): Promise<string[]> {
  const rows = await db
    .select()
    .from(bookingTickets)
    .where(eq(bookingTickets.bookingId, bookingId))
    .orderBy(bookingTickets.number);
  return rows.map(({ priceRateName, listPriceMinor, shareMinor }) =>
    [priceRateName ?? "-", listPriceMinor ?? "-", shareMinor].join(" "),
  );
}

type ProductValues = Partial<typeof products.$inferInsert>;

const courseRates = [
  { kind: "named", number: 1, name: "Standard", priceMinor: 10_000 },
  { kind: "named", number: 2, name: "Low income", priceMinor: 5000 },
] as const;

/** Puts sessions on sale as a course at the rates Standard £100 and Low income £50, so many of the last. */
export async function aCourseWithRates({ db }: Target, sessions: { id: string }[], lowIncome: number | null = null) {
  const product = await aCourseOf(db, sessions, { pricing: "rates", priceMinor: 5000, highestPriceMinor: 10_000 });
  await db.insert(priceRates).values(
    courseRates.map((rate) => ({
      ...rate,
      productId: product.id,
      enteredPriceMinor: rate.priceMinor,
      places: rate.number === 2 ? lowIncome : null,
    })),
  );
  return product;
}

/** Puts sessions on sale as a course for £100, and for £70 to so many or until a day. */
export async function aCourseWithEarlyPrice(
  { db }: Target,
  sessions: { id: string }[],
  { places = null, lastDay = null }: { places?: number | null; lastDay?: string | null },
) {
  const product = await aCourseOf(db, sessions, { pricing: "early" });
  const early = { productId: product.id, kind: "early" as const, number: 1, name: "Early price", places, lastDay };
  await db.insert(priceRates).values({ ...early, priceMinor: 7000, enteredPriceMinor: 7000 });
  return product;
}

/** Puts a pass for ten sessions on sale at the rates Standard £150 and Low income £90, so many of the last. */
export async function aPassWithRates({ db }: Target, lowIncome: number | null = null, values: ProductValues = {}) {
  const priced = { pricing: "rates" as const, priceMinor: 9000, highestPriceMinor: 15_000 };
  const product = await aPassOnSale(db, {}, { ...priced, ...values });
  const rates = [
    { name: "Standard", priceMinor: 15_000 },
    { name: "Low income", priceMinor: 9000, places: lowIncome },
  ];
  await db.insert(priceRates).values(
    rates.map((rate, index) => ({
      productId: product.id,
      kind: "named" as const,
      number: index + 1,
      enteredPriceMinor: rate.priceMinor,
      ...rate,
    })),
  );
  return product;
}
