import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Queryable } from "@db/client";
import {
  purchases,
  discountCodes,
  giftCards,
  liveSessions,
  orders,
  outboxEmails,
  payments,
  products,
  recordings,
  sessionBookings,
  sessionWaitlist,
  sitePages,
  testimonials,
  users,
  withdrawalRequests,
} from "@db/schema";
import { anyOrderId } from "../../../payments/payable-ref";
import { libraryPath } from "../../../catalogue/products/paths";
import { isUuid } from "../../../core/input-schemas";

type Subject = {
  label: string;
  sessionId?: string;
  email?: string;
  /** The path of a recording's form. */
  path?: string;
  isGone?: boolean;
};

type Ids = string[];
type Finder = (db: Queryable, ids: Ids) => Promise<(Subject & { id: string })[]>;

const attendee = (row: { firstName: string; lastName: string }) => `${row.firstName} ${row.lastName}`.trim();

const findBookings: Finder = async (db, ids) => {
  const rows = await db
    .select({ booking: sessionBookings, title: liveSessions.title })
    .from(sessionBookings)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(inArray(sessionBookings.id, ids));
  return rows.map(({ booking, title }) => ({
    id: booking.id,
    label: `${attendee({ firstName: booking.attendeeFirstName, lastName: booking.attendeeLastName })}, ${title}`,
    sessionId: booking.sessionId,
    isGone: booking.archivedAt !== null,
  }));
};

const findPurchases: Finder = async (db, ids) => {
  const rows = await db.select().from(purchases).where(inArray(purchases.id, ids));
  return rows.map((purchase) => ({
    id: purchase.id,
    label: `${purchase.customerName}, ${purchase.productTitle}`,
    email: purchase.customerEmail,
    isGone: purchase.archivedAt !== null,
  }));
};

const findPayments: Finder = async (db, ids) => {
  const rows = await db
    .select({ id: payments.id, label: orders.customerName, email: orders.customerEmail, archivedAt: orders.archivedAt })
    .from(payments)
    .innerJoin(orders, eq(orders.id, anyOrderId))
    .where(inArray(payments.id, ids));
  return rows.map(({ label, archivedAt, ...found }) => ({
    ...found,
    label: label.trim(),
    isGone: archivedAt !== null,
  }));
};

const findEntries: Finder = async (db, ids) => {
  const rows = await db.select().from(sessionWaitlist).where(inArray(sessionWaitlist.id, ids));
  return rows.map((row) => ({ id: row.id, label: attendee(row), sessionId: row.sessionId ?? undefined }));
};

const findRecordings: Finder = async (db, ids) => {
  const rows = await db
    .select({ id: recordings.id, label: recordings.title, product: products })
    .from(recordings)
    .innerJoin(products, eq(products.id, recordings.productId))
    .where(inArray(recordings.id, ids));
  return rows.map(({ product, ...recording }) => ({ ...recording, path: `${libraryPath(product)}/${recording.id}` }));
};

const finders: Record<string, Finder> = {
  booking: findBookings,
  purchase: findPurchases,
  payment: findPayments,
  waitlist_entry: findEntries,
  user: (db, ids) =>
    db
      .select({ id: users.id, label: users.fullName })
      .from(users)
      .where(and(inArray(users.id, ids), isNull(users.archivedAt))),
  session: (db, ids) =>
    db
      .select({ id: liveSessions.id, label: liveSessions.title })
      .from(liveSessions)
      .where(inArray(liveSessions.id, ids)),
  recording: findRecordings,
  resource: (db, ids) =>
    db.select({ id: products.id, label: products.title }).from(products).where(inArray(products.id, ids)),
  pass: (db, ids) =>
    db.select({ id: products.id, label: products.title }).from(products).where(inArray(products.id, ids)),
  gift_card: async (db, ids) => [
    ...(await db.select({ id: products.id, label: products.title }).from(products).where(inArray(products.id, ids))),
    ...(await db
      .select({ id: giftCards.id, label: giftCards.giverName })
      .from(giftCards)
      .where(inArray(giftCards.id, ids))),
  ],
  code: (db, ids) =>
    db
      .select({ id: discountCodes.id, label: discountCodes.code })
      .from(discountCodes)
      .where(inArray(discountCodes.id, ids)),
  page: (db, ids) =>
    db.select({ id: sitePages.id, label: sitePages.slug }).from(sitePages).where(inArray(sitePages.id, ids)),
  testimonial: (db, ids) =>
    db
      .select({ id: testimonials.id, label: testimonials.shownName })
      .from(testimonials)
      .where(inArray(testimonials.id, ids)),
  withdrawal: (db, ids) =>
    db
      .select({ id: withdrawalRequests.id, label: withdrawalRequests.name })
      .from(withdrawalRequests)
      .where(inArray(withdrawalRequests.id, ids)),
  email: (db, ids) =>
    db
      .select({ id: outboxEmails.id, label: outboxEmails.subject })
      .from(outboxEmails)
      .where(inArray(outboxEmails.id, ids)),
};

export async function findSubjects(
  db: Queryable,
  entries: { subjectType: string; subjectId: string }[],
): Promise<Map<string, Subject>> {
  const found = new Map<string, Subject>();
  for (const [kind, find] of Object.entries(finders)) {
    const ids = entries.filter(({ subjectType }) => subjectType === kind).map(({ subjectId }) => subjectId);
    const keys = [...new Set(ids)].filter((id) => isUuid(id));
    if (keys.length === 0) continue;
    for (const { id, ...subject } of await find(db, keys)) found.set(`${kind}:${id}`, subject);
  }
  return found;
}
