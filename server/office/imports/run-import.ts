import { randomUUID } from "node:crypto";
import type { Transaction } from "@db/client";
import { isCapacityExceeded } from "@db/errors";
import { importedCustomers, liveSessions, pendingImports } from "@db/schema";
import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { audit } from "../../core/record-audit";
import { insertImportedBookings } from "../../selling/bookings/transitions";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { withTableLock } from "../../core/transaction";
import { recordPaidElsewhere } from "../../payments/outside-payments";
import { insertImportedMembers } from "../../selling/memberships/join/imported-members";
import { insertImportedPasses } from "../../selling/purchases/imported-passes";
import { lockSessions } from "../../catalogue/schedule/find-session";
import { planCustomers } from "./customers";
import { planMembers } from "./members";
import { planPasses } from "./passes";
import { readKept } from "./pending-import";
import { findSessions, type ImportPlan, type PlannedBooking, type ImportedSession, planImport } from "./plan-import";
import { type ImportChoices, readRows } from "./read-rows";
import type { agreedImport } from "./schemas";

/** `at` is stored with each of the bookings. */
type ImportResult = {
  bookings: number;
  sessions: number;
  customers: number;
  passes: number;
  members: number;
  at: Date;
};

/** Imports all rows that the check has shown as added, or none. Throws changed_meanwhile, invalid, sold_out, busy. */
export async function runImport(
  ctx: MemberContext,
  { id, digest, leavesOut }: z.infer<typeof agreedImport>,
): Promise<ImportResult> {
  const kept = await readKept(ctx.db, ctx, { id });
  if (kept.choices.format === "customers") return importCustomers(ctx, { id, digest, leavesOut }, kept.text);
  if (kept.choices.format === "passes") return importPasses(ctx, { id, digest, leavesOut }, kept);
  if (kept.choices.format === "members") return importMembers(ctx, { id, digest, leavesOut }, kept);
  const read = await readRows(kept.text, kept.choices);
  try {
    // One import at a time: the second of two then finds the bookings of the first.
    return await withTableLock(ctx, { table: pendingImports, name: "the imports" }, async (tx) => {
      await readKept(tx, ctx, { id });
      const found = await findSessions(tx, read.bookings);
      await lockSessions(
        tx,
        found.map((session) => session.id),
      );
      const plan = await planImport(tx, ctx, read, kept.choices);
      requireAgreed(plan, { digest, leavesOut });
      const at = ctx.clock.now();
      await insertPlanned(tx, { ...kept.choices, plan, at });
      const imported = { bookings: plan.bookings.length, sessions: plan.sessions.length, customers: 0 };
      await audit(tx, ctx, "import.completed", id, { ...imported, source: kept.choices.format });
      await tx.delete(pendingImports).where(eq(pendingImports.id, id));
      return { ...imported, passes: 0, members: 0, at };
    });
  } catch (error) {
    if (isCapacityExceeded(error)) throw changedError(error);
    throw error;
  }
}

/** They become people without a booking: no mail, account or consent arises. */
function importCustomers(
  ctx: MemberContext,
  { id, digest, leavesOut }: z.infer<typeof agreedImport>,
  text: string,
): Promise<ImportResult> {
  return withTableLock(ctx, { table: pendingImports, name: "the imports" }, async (tx) => {
    await readKept(tx, ctx, { id });
    const plan = await planCustomers(tx, text);
    if (plan.digest !== digest) throw changedError();
    if (plan.problems.length > 0 && !leavesOut) throw new DomainError("invalid", problemsRemain);
    if (plan.customers.length === 0) throw new DomainError("invalid", "The file has no new customer.");
    await preferIndexes(tx);
    const at = ctx.clock.now();
    const rows = plan.customers.map((customer) => ({ ...customer, importedAt: at }));
    for (let from = 0; from < rows.length; from += rowsPerStatement) {
      await tx.insert(importedCustomers).values(rows.slice(from, from + rowsPerStatement));
    }
    await audit(tx, ctx, "import.completed", id, { customers: rows.length, source: "customers" });
    await tx.delete(pendingImports).where(eq(pendingImports.id, id));
    return { bookings: 0, sessions: 0, customers: rows.length, passes: 0, members: 0, at };
  });
}

/** They become passes of guests or members, with what is left on them: no mail or account arises. */
function importPasses(
  ctx: MemberContext,
  { id, digest, leavesOut }: z.infer<typeof agreedImport>,
  { text, choices }: { text: string; choices: ImportChoices },
): Promise<ImportResult> {
  return withTableLock(ctx, { table: pendingImports, name: "the imports" }, async (tx) => {
    await readKept(tx, ctx, { id });
    const { passes, problems, digest: now } = await planPasses(tx, ctx, text, choices);
    if (now !== digest) throw changedError();
    if (problems.length > 0 && !leavesOut) throw new DomainError("invalid", problemsRemain);
    if (passes.length === 0) throw new DomainError("invalid", "The file has no new pass.");
    for (let from = 0; from < passes.length; from += rowsPerStatement) {
      await insertImportedPasses(tx, ctx, passes.slice(from, from + rowsPerStatement));
    }
    await audit(tx, ctx, "import.completed", id, { passes: passes.length, source: "passes" });
    await tx.delete(pendingImports).where(eq(pendingImports.id, id));
    return { bookings: 0, sessions: 0, customers: 0, passes: passes.length, members: 0, at: ctx.clock.now() };
  });
}

/** They become members with an account, and are told by mail. */
function importMembers(
  ctx: MemberContext,
  { id, digest, leavesOut }: z.infer<typeof agreedImport>,
  { text, choices }: { text: string; choices: ImportChoices },
): Promise<ImportResult> {
  return withTableLock(ctx, { table: pendingImports, name: "the imports" }, async (tx) => {
    await readKept(tx, ctx, { id });
    const { members, problems, digest: now } = await planMembers(tx, ctx, text, choices);
    if (now !== digest) throw changedError();
    if (problems.length > 0 && !leavesOut) throw new DomainError("invalid", problemsRemain);
    if (members.length === 0) throw new DomainError("invalid", "The file has no new member.");
    await insertImportedMembers(tx, ctx, members);
    await audit(tx, ctx, "import.completed", id, { members: members.length, source: "members" });
    await tx.delete(pendingImports).where(eq(pendingImports.id, id));
    return { bookings: 0, sessions: 0, customers: 0, passes: 0, members: members.length, at: ctx.clock.now() };
  });
}

const problemsRemain = "The file has problems, so nothing was imported.";

type Agreement = Pick<z.infer<typeof agreedImport>, "digest" | "leavesOut">;

function requireAgreed({ problems, bookings, digest }: ImportPlan, { digest: agreed, leavesOut }: Agreement): void {
  if (digest !== agreed) throw changedError();
  if (problems.length > 0 && !leavesOut) throw new DomainError("invalid", problemsRemain);
  if (bookings.length === 0) throw new DomainError("invalid", "The file has no new booking.");
}

const changedError = (cause?: unknown) =>
  new DomainError("changed_meanwhile", "Something changed since the file was checked. Please look again.", { cause });

const rowsPerStatement = 200;

type PlannedImport = { plan: ImportPlan; timeZone: string; at: Date };

async function insertPlanned(tx: Transaction, { plan, timeZone, at }: PlannedImport): Promise<void> {
  const { bookings, sessions } = plan;
  await preferIndexes(tx);
  const created = await createSessions(tx, sessions, at);
  const idOf = ({ session }: PlannedBooking) => ("id" in session ? session.id : (created.get(session) ?? ""));
  for (let from = 0; from < bookings.length; from += rowsPerStatement) {
    const some = bookings.slice(from, from + rowsPerStatement);
    const rows = some.map((planned) => valuesOf(planned, { timeZone, sessionId: idOf(planned), now: at }));
    const inserted = await insertImportedBookings(tx, rows);
    const paid = inserted.filter(({ paymentStatus }) => paymentStatus === "paid");
    await recordPaidElsewhere(
      tx,
      paid.map(({ id, totalMinor, currency, createdAt }) => ({
        order: { kind: "booking" as const, id },
        amountMinor: totalMinor,
        currency,
        paidAt: createdAt,
      })),
    );
  }
}

/** Triggers and foreign keys keep plans that were made for almost empty tables; analyzing has them made again. */
async function preferIndexes(tx: Transaction): Promise<void> {
  await tx.execute(sql`set local enable_seqscan = off`);
  await tx.execute(sql`analyze live_sessions, session_bookings, payments`);
}

/** Creates the sessions that were held before this site: unpublished, without a limit of places. */
async function createSessions(
  tx: Transaction,
  sessions: ImportedSession[],
  createdAt: Date,
): Promise<Map<ImportedSession, string>> {
  const created = new Map(sessions.map((session) => [session, randomUUID()]));
  const rows = sessions.map((session) => ({
    ...session,
    id: created.get(session),
    description: "",
    isPublished: false,
    location: "online",
    createdAt,
  }));
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    await tx.insert(liveSessions).values(rows.slice(from, from + rowsPerStatement));
  }
  return created;
}

type BookingTarget = { sessionId: string; timeZone: string; now: Date };

function valuesOf({ booking }: PlannedBooking, { sessionId, timeZone, now }: BookingTarget) {
  const { startTime, bookedAt, amountMinor } = booking;
  const [createdAt] = [bookedAt ?? startTime, now].sort((a, b) => a.getTime() - b.getTime());
  return {
    sessionId,
    attendeeFirstName: booking.firstName,
    attendeeLastName: booking.lastName,
    attendeeEmail: booking.email,
    formKey: randomUUID(),
    listPriceMinor: amountMinor,
    totalMinor: amountMinor,
    currency: booking.currency,
    quantity: booking.tickets,
    isUnpaid: booking.isUnpaid,
    timeZone,
    createdAt,
    completedAt: createdAt ?? now,
    importedAt: now,
    importKey: booking.key,
  };
}
