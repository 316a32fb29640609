import { randomUUID } from "node:crypto";
import type { Queryable, Transaction } from "@db/client";
import {
  purchases,
  importedCustomers,
  personNotes,
  sessionBookings,
  testimonials,
  users,
  withdrawalRequests,
} from "@db/schema";
import { asc, desc, eq, inArray, or, sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { audit } from "../../core/record-audit";
import type { MemberContext } from "../../core/context";
import { dayOf } from "../../core/dates";
import { normalEmail } from "../../core/email-address";
import { refuseOutdated, versionOf } from "../../core/forms";
import { inTransaction } from "../../core/transaction";
import { readAnswersOf } from "../../selling/free-times/answers";
import { exportRequestsOf, forgetUnbooked, listTimesAsked, nameOfAsking } from "../../selling/one-to-one/own-requests";
import { listMembershipsOf } from "../../selling/memberships/show/held-plans";
import { emptyMailsAbout } from "../deletion/empty-outbox";
import { describeConsent, readConsents } from "./consent";
import { readHistories } from "./person-history";
import { listGiftCardsOf, listPassesOf } from "./person-products";
import { type Person, requirePerson, whereBookingsOf, wherePurchasesOf } from "./person-records";
import type { personNoteChange, personRef } from "./schemas";

export async function getPerson(ctx: MemberContext, { key }: { key: string }) {
  const person = await requirePerson(ctx, key);
  const [[found], name, note, imported, passes, giftCards, held, asked] = await Promise.all([
    readHistories(ctx, [person]),
    nameOf(ctx, person),
    readNote(ctx.db, person),
    findImported(ctx.db, person),
    listPassesOf(ctx, person),
    listGiftCardsOf(ctx, person),
    person.userId === null ? [] : listMembershipsOf(ctx, person.userId),
    listTimesAsked(ctx, person),
  ]);
  const history = found ?? { items: [], visits: 0, noShows: 0, spent: [], toRefund: [], since: null };
  const [consent] = await readConsents(ctx, [person.email]);
  return {
    ...person,
    name,
    note,
    version: versionOf({ note }),
    consent,
    announcements: describeConsent(consent, ctx.visitor.timeZone),
    history,
    memberships: held,
    passes,
    giftCards,
    asked,
    importedOn: imported && dayOf(imported.importedAt, ctx.visitor.timeZone),
    formKey: randomUUID(),
  };
}

async function findImported(db: Queryable, { address }: Person) {
  if (address === null) return null;
  const [found] = await db.select().from(importedCustomers).where(eq(importedCustomers.email, address));
  return found ?? null;
}

/** Forgets that the person was imported; bookings and purchases stay. Throws not_found. */
export async function forgetImported(ctx: MemberContext, { key }: z.infer<typeof personRef>): Promise<void> {
  const person = await requirePerson(ctx, key);
  await inTransaction(ctx, async (tx) => {
    const address = person.address ?? "";
    const forgotten = await tx.delete(importedCustomers).where(eq(importedCustomers.email, address)).returning();
    if (forgotten.length > 0) await audit(tx, ctx, "person.import_forgotten", key);
  });
}

/**
 * Forgets what a person has asked for and not booked: open requests end, and mails about them are emptied. Throws
 * not_found.
 */
export async function forgetAsked(ctx: MemberContext, { key }: z.infer<typeof personRef>): Promise<void> {
  const person = await requirePerson(ctx, key);
  await inTransaction(ctx, async (tx) => {
    const forgotten = await forgetUnbooked(tx, ctx, person);
    await emptyMailsAbout(tx, forgotten);
    if (forgotten.length > 0) await audit(tx, ctx, "person.requests_forgotten", key);
  });
}

/** Returns everything that the back office shows about a person, for a request under data protection law. */
export async function exportPerson(ctx: MemberContext, { key }: { key: string }) {
  const person = await getPerson(ctx, { key });
  const { name, email, userId, note, consent, history, memberships, passes, giftCards, importedOn } = person;
  const answers = await readAnswersOf(
    ctx.db,
    ctx.settings,
    history.items.flatMap(({ sessionId }) => sessionId ?? []),
  );
  return {
    exportedAt: ctx.clock.now(),
    name,
    email,
    hasAccount: userId !== null,
    privateNote: note,
    announcements: consent,
    importedOn,
    visits: history.visits,
    noShows: history.noShows,
    spent: history.spent,
    toRefund: history.toRefund,
    history: history.items.map(({ sessionId, canResend: _resend, ...item }) => ({
      ...item,
      answers: answers.get(sessionId ?? "") ?? [],
    })),
    requests: await exportRequestsOf(ctx.db, ctx.settings, person),
    memberships,
    passes,
    giftCards,
    withdrawals: await listWithdrawalsOf(ctx.db, email),
    testimonials: userId ? await ctx.db.select().from(testimonials).where(eq(testimonials.userId, userId)) : [],
  };
}

const listWithdrawalsOf = (db: Queryable, email: string) => {
  const { name, contract, status, createdAt, decidedAt, declineReason } = withdrawalRequests;
  return db
    .select({ name, contract, status, receivedAt: createdAt, decidedAt, declineReason })
    .from(withdrawalRequests)
    .where(eq(sql`lower(${withdrawalRequests.email})`, normalEmail(email)))
    .orderBy(asc(createdAt));
};

async function nameOf({ db }: MemberContext, person: Person): Promise<string> {
  if (person.userId) {
    const [account] = await db.select({ name: users.fullName }).from(users).where(eq(users.id, person.userId));
    if (account) return account.name;
  }
  const { attendeeFirstName: first, attendeeLastName: last, createdAt } = sessionBookings;
  const [booked] = await db
    .select({ first, last })
    .from(sessionBookings)
    .where(whereBookingsOf([person]))
    .orderBy(desc(createdAt))
    .limit(1);
  if (booked) return `${booked.first} ${booked.last}`;
  const [bought] = await db
    .select({ name: purchases.customerName })
    .from(purchases)
    .where(wherePurchasesOf([person]))
    .orderBy(desc(purchases.createdAt))
    .limit(1);
  return bought?.name ?? (await nameOfAsking(db, person)) ?? (await findImported(db, person))?.name ?? person.email;
}

async function readNote(db: Queryable, person: Person): Promise<string> {
  const rows = await db.select().from(personNotes).where(whereAbout(person)).orderBy(asc(personNotes.updatedAt));
  return rows.map(({ note }) => note).join("\n\n");
}

/** Replaces the note; an empty one deletes it. Throws not_found and changed_meanwhile. */
export async function saveNote(
  ctx: MemberContext,
  { key, note, version }: z.infer<typeof personNoteChange>,
): Promise<void> {
  const person = await requirePerson(ctx, key);
  await inTransaction(ctx, async (tx) => {
    await lockNotes(tx, person);
    const now = await readNote(tx, person);
    refuseOutdated({ now: { note: now }, wanted: { note }, version });
    if (now === note) return;
    const [deleted] = await tx.delete(personNotes).where(whereAbout(person)).returning({ id: personNotes.id });
    const id = note === "" ? deleted?.id : await insertNote(tx, ctx, person, note);
    if (id) await audit(tx, ctx, "person.note_changed", id);
  });
}

const lockNotes = (tx: Transaction, person: Person) =>
  tx.select().from(personNotes).where(whereAbout(person)).for("update");

async function insertNote(tx: Transaction, ctx: MemberContext, { userId, email }: Person, note: string) {
  const about = userId ? { userId } : { email: email.toLowerCase() };
  const [row] = await tx
    .insert(personNotes)
    .values({ ...about, note, updatedAt: ctx.clock.now() })
    .returning({ id: personNotes.id });
  return row?.id;
}

function whereAbout({ userId, address }: Person): SQL | undefined {
  return or(
    userId ? eq(personNotes.userId, userId) : undefined,
    inArray(personNotes.email, address === null ? [] : [address]),
  );
}
