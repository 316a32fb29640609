import { randomUUID } from "node:crypto";
import type { Database } from "@db/client";
import {
  liveSessions,
  oneToOneExceptions,
  oneToOneHours,
  oneToOneOffers,
  oneToOneQuestions,
  priceRates,
} from "@db/schema";
import { settlePayment } from "@server/payments/settle";
import { eq } from "drizzle-orm";
import { DateTime } from "luxon";
import { paymentsOf } from "./gift-cards";
import type { CallerOptions, TestApp } from "./test-app";

type Values = Partial<typeof oneToOneOffers.$inferInsert>;
type Rows = {
  hours?: { startMinute: number; endMinute: number };
  exceptions?: Omit<typeof oneToOneExceptions.$inferInsert, "offerId">[];
  questions?: Omit<typeof oneToOneQuestions.$inferInsert, "offerId">[];
};

/** Puts an hour alone with the instructor on sale: £80, every day from ten to four, without a notice. */
export async function anOffer(db: Database, values: Values = {}, rows: Rows = {}) {
  const { hours = { startMinute: 600, endMinute: 960 }, exceptions = [], questions = [] } = rows;
  const priceMinor = values.priceMinor ?? 8000;
  const [offer] = await db
    .insert(oneToOneOffers)
    .values({
      slug: `alone-${randomUUID()}`,
      title: "An hour alone",
      description: "Time for one person.",
      zoomLink: "https://zoom.example/j/1",
      stepMinutes: 60,
      noticeHours: 0,
      isOn: true,
      enteredPriceMinor: priceMinor,
      ...values,
      priceMinor,
    })
    .returning();
  const offerId = offer!.id;
  await db.insert(oneToOneHours).values([1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ offerId, weekday, ...hours })));
  if (exceptions.length > 0) await db.insert(oneToOneExceptions).values(exceptions.map((row) => ({ offerId, ...row })));
  if (questions.length > 0) await db.insert(oneToOneQuestions).values(questions.map((row) => ({ offerId, ...row })));
  return offer!;
}

/** Puts an hour alone on sale at the rates Supporter £100, Standard £80 and Low income £40. */
export async function anOfferWithRates({ db }: Pick<TestApp, "db">, values: Values = {}) {
  const range = { enteredPriceMinor: 4000, highestPriceMinor: 10_000, enteredHighestMinor: 10_000 };
  const offer = await anOffer(db, { ...range, pricing: "rates", priceMinor: 4000, ...values });
  const rates = { Supporter: 10_000, Standard: 8000, "Low income": 4000 };
  await db.insert(priceRates).values(
    Object.entries(rates).map(([name, priceMinor], index) => ({
      offerId: offer.id,
      kind: "named" as const,
      number: index + 1,
      name,
      priceMinor,
      enteredPriceMinor: priceMinor,
    })),
  );
  return offer;
}

type Offer = { slug: string; priceMinor: number };

/** Returns the moment at which the clock in London shows a time, some days from now. */
export const inDays = ({ clock }: TestApp, days: number, hour: number): Date =>
  DateTime.fromJSDate(clock.now(), { zone: "Europe/London" }).startOf("day").plus({ days }).set({ hour }).toJSDate();

/** Returns the free times of a day as its page shows them. */
export async function timesOf(app: TestApp, { slug: offer }: Offer, start: Date, asking?: CallerOptions) {
  const zone = asking?.visitor?.timeZone ?? "Europe/London";
  const day = DateTime.fromJSDate(start, { zone }).toISODate() ?? "";
  return (await app.as(asking).oneToOne.get({ offer, day })).day.times;
}

let guests = 0;

/** Returns the form of a time, filled in by a guest; `choice` is how to pay. */
export async function aSlotForm(
  app: TestApp,
  { slug: offer }: Offer,
  start: Date,
  choice: object = {},
  asking?: CallerOptions,
) {
  guests += 1;
  const at = { offer, start: start.toISOString() };
  const { form, version } = await app.as(asking).oneToOne.getForm({ ...at, ...choice });
  return {
    ...at,
    ...(form.passes && { paying: form.passes.chosen }),
    firstName: "Ada",
    lastName: "Guest",
    email: `alone-${guests}@example.com`,
    quote: form.quote,
    formKey: form.formKey,
    questionsVersion: version,
    ...choice,
  };
}

type RequestForm = Parameters<ReturnType<TestApp["as"]>["oneToOne"]["ask"]>[0];

/** Asks for a time without confirming it yet. Returns what the mailed link names. */
export async function askFor(app: TestApp, form: RequestForm, asking?: CallerOptions) {
  await app.as(asking).oneToOne.ask(form);
  const kept = await app.db.query.oneToOneUnconfirmed.findFirst({ where: (row) => eq(row.formKey, form.formKey) });
  return { id: kept!.id, key: kept!.manageKey };
}

/** Asks for a time and confirms the address. Returns what the mailed link names. */
export async function askAndConfirm(app: TestApp, form: RequestForm, asking?: CallerOptions) {
  const ref = await askFor(app, form, asking);
  await app.as().oneToOne.requests.confirm(ref);
  return ref;
}

/** Begins to book a time, up to the open payment page. */
export async function aHeldSlot(app: TestApp, offer: Offer, start: Date, more: object = {}, asking?: CallerOptions) {
  const form = await aSlotForm(app, offer, start, more, asking);
  const { bookingId, next } = await app.as(asking).oneToOne.book(form);
  const booking = await app.db.query.sessionBookings.findFirst({ where: (row, { eq: is }) => is(row.id, bookingId) });
  const { checkoutId } = await paymentsOf(app.db, bookingId);
  return { bookingId, next, form, booking: booking!, checkoutId };
}

/** Books a time and pays for it at the local Stripe. */
export async function aPaidSlot(app: TestApp, offer: Offer, start: Date, more: object = {}, asking?: CallerOptions) {
  const held = await aHeldSlot(app, offer, start, more, asking);
  await payFor(app, held);
  return { ...held, key: held.booking.manageKey };
}

export async function payFor(app: TestApp, { checkoutId }: { checkoutId: string }) {
  await app.stripe.control.payNow(checkoutId);
  await settlePayment(app.services, await app.services.stripe.client.checkout.sessions.retrieve(checkoutId));
}

export async function sessionOf({ db }: TestApp, bookingId: string) {
  const booking = await db.query.sessionBookings.findFirst({ where: (row, { eq: is }) => is(row.id, bookingId) });
  return (await db.query.liveSessions.findFirst({ where: eq(liveSessions.id, booking!.sessionId) }))!;
}
