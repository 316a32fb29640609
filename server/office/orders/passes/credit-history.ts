import type { Queryable } from "@db/client";
import { auditEntries, type CreditEntry, type Pass, payments, type purchases, users } from "@db/schema";
import { and, desc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { Context } from "../../../core/context";
import { timeIn } from "../../../core/dates";
import { type EntryRow, readEntries } from "../../../catalogue/passes/read-entries";
import type { CreditLine } from "./schemas";

type Purchase = Pick<typeof purchases.$inferSelect, "id" | "customerName" | "status">;
type HeldPass = { pass: Pass; purchase: Purchase };

const words: Record<CreditEntry["kind"], string> = {
  granted: "Bought",
  taken: "Booked",
  returned: "Given back",
  expired: "Not used in time",
  adjusted: "Corrected",
  refunded: "Refunded or taken back",
};

/** Returns every entry of a pass, the oldest first: what, for which session, and by whom. */
export async function readCreditHistory({ db, visitor }: Context, held: HeldPass): Promise<CreditLine[]> {
  const rows = await readEntries(db, [held.pass.id]);
  const acts = await readActs(db, held, rows);
  return rows.map(({ entry, session, bookingId }) => {
    const by = actorOf(entry, acts, held, [bookingId, session?.id]);
    return {
      id: entry.id,
      on: timeIn(entry.createdAt, visitor.timeZone),
      what: entry.kind === "granted" && by !== held.purchase.customerName ? "Given" : words[entry.kind],
      amount: entry.amount > 0 ? `+${entry.amount}` : `-${-entry.amount}`,
      session,
      reason: entry.reason,
      by,
    };
  });
}

/** What an admin did with the pass's order, its payments, or what was booked with it. */
type Act = { action: string; subjectId: string; at: Date; by: string };

async function readActs(db: Queryable, { purchase }: HeldPass, rows: EntryRow[]): Promise<Act[]> {
  const paid = db
    .select({ id: sql<string>`${payments.id}::text` })
    .from(payments)
    .where(eq(payments.purchaseId, purchase.id));
  const subjects = [
    purchase.id,
    ...rows.flatMap(({ bookingId, session }) => [bookingId ?? [], session?.id ?? []].flat()),
  ];
  const { action, subjectId, createdAt } = auditEntries;
  return db
    .select({ action, subjectId, at: createdAt, by: users.fullName })
    .from(auditEntries)
    .innerJoin(users, eq(users.id, auditEntries.actorId))
    .where(and(isNotNull(auditEntries.actorId), or(inArray(subjectId, subjects), inArray(subjectId, paid))))
    .orderBy(desc(createdAt));
}

/** The parts of one transaction read the clock one after the other. */
const sameMoment = 10_000;

/** What an admin does that makes entries, besides cancelling what was booked. */
const causes: Partial<Record<CreditEntry["kind"], string[]>> = {
  granted: ["purchase.granted", "purchase.status_changed"],
  adjusted: ["purchase.credits_corrected", "purchase.pass_extended", "purchase.status_changed"],
  refunded: ["payment.refunded", "purchase.deleted", "purchase.status_changed", "withdrawal.refunded"],
};

/** Returns who made an entry: an admin who acted in its moment, or else the holder or the site. */
function actorOf(
  { kind, createdAt }: CreditEntry,
  acts: Act[],
  { pass, purchase }: HeldPass,
  about: unknown[],
): string {
  if (kind === "expired") return "The site";
  if (kind === "taken") return purchase.customerName;
  const distanceOf = ({ at }: Act) => Math.abs(at.getTime() - createdAt.getTime());
  const isCause = ({ action, subjectId }: Act) => causes[kind]?.includes(action) ?? about.includes(subjectId);
  const [act] = acts
    .filter((candidate) => isCause(candidate) && distanceOf(candidate) <= sameMoment)
    .sort((a, b) => distanceOf(a) - distanceOf(b));
  if (act) return act.by;
  const isByHolder = kind === "returned" || (kind === "granted" && pass.priceMinor > 0);
  return isByHolder ? purchase.customerName : "The site";
}
