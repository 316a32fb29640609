import { randomUUID } from "node:crypto";
import type { Database } from "@db/client";
import { bookingPayers, courseDates, courseTerms, type liveSessions, products, sessionCategories } from "@db/schema";
import { settlePayment } from "@server/payments/settle";
import { eq } from "drizzle-orm";
import type { anAccount } from "./accounts";
import { readBookings } from "./bookings";
import { actingAs } from "./recordings";
import { aSession } from "./sessions";
import type { TestApp } from "./test-app";

const day = 24 * 3_600_000;

type Values = Partial<typeof products.$inferInsert>;
type Terms = Partial<typeof courseTerms.$inferInsert>;
type Dates = { count?: number; seriesId?: string } & Partial<typeof liveSessions.$inferInsert>;

/** Adds sessions a week apart, the first in three days. */
export async function someDates(db: Database, { count = 3, ...values }: Dates = {}) {
  const seriesId = values.seriesId ?? randomUUID();
  const { category: name } = values;
  if (name) await db.insert(sessionCategories).values({ name }).onConflictDoNothing();
  const sessions = [];
  for (let index = 0; index < count; index += 1) {
    const startTime = new Date(Date.now() + (3 + 7 * index) * day);
    sessions.push(await aSession(db, { title: "Breath Basics", startTime, seriesId, ...values }));
  }
  return sessions;
}

/** Puts the sessions on sale as a course: £100 for all of them. */
export async function aCourseOf(db: Database, sessions: { id: string }[], values: Values = {}, terms: Terms = {}) {
  const [product] = await db
    .insert(products)
    .values({ kind: "course", title: "Breath Basics course", priceMinor: 10_000, priceCurrency: "GBP", ...values })
    .returning();
  await db.insert(courseTerms).values({ productId: product!.id, ...terms });
  await db.insert(courseDates).values(sessions.map(({ id: sessionId }) => ({ productId: product!.id, sessionId })));
  return product!;
}

let buyers = 0;

type CourseQuery = { discountCode?: string; giftCodes?: string; rate1?: number; amount?: string };

/** Opens the form of a course and returns it filled in by a guest. */
export async function aCourseForm(app: TestApp, id: string, query: CourseQuery = {}, caller = app.as()) {
  buyers += 1;
  const email = `course-guest-${buyers}@example.com`;
  const { quote, formKey } = await caller.courses.getForm({ id, ...query });
  const contact = { firstName: "Ada", lastName: "Guest", email };
  return { id, ...contact, quote, formKey, ...query };
}

type Account = Awaited<ReturnType<typeof anAccount>>;

/** Begins to book a course, up to the open payment page; as a guest if no account is named. */
export async function anOpenCourse(app: TestApp, id: string, account?: Account) {
  const { courses } = account ? app.as(actingAs(account)) : app.as();
  const { quote, formKey } = await courses.getForm({ id });
  const form = account ? { id, quote, formKey } : await aCourseForm(app, id);
  const { next, purchaseId } = await courses.book(form);
  const payment = await app.db.query.payments.findFirst({ where: (row, { eq }) => eq(row.purchaseId, purchaseId) });
  return { next, purchaseId, paymentId: payment!.id, checkoutId: payment!.stripeCheckoutSessionId! };
}

/** Pays for a checkout at the local Stripe. */
export async function payCourse(app: TestApp, { checkoutId }: { checkoutId: string }) {
  await app.stripe.control.payNow(checkoutId);
  await settlePayment(app.services, await app.services.stripe.client.checkout.sessions.retrieve(checkoutId));
}

export async function aBookedCourse(app: TestApp, id: string, account?: Account) {
  const open = await anOpenCourse(app, id, account);
  await payCourse(app, open);
  return open;
}

/** Returns the dates of a purchase, in their order, as "completed free 3334". */
export async function datesOf(db: Database, purchaseId: string): Promise<string[]> {
  const rows = await readBookings(db, eq(bookingPayers.purchaseId, purchaseId));
  const sessions = await db.query.liveSessions.findMany();
  const startOf = (row: (typeof rows)[number]) => sessions.find(({ id }) => id === row.sessionId)!.startTime.getTime();
  return rows
    .sort((a, b) => startOf(a) - startOf(b))
    .map(({ status, paymentStatus, payerShare }) => `${status} ${paymentStatus} ${payerShare}`);
}
