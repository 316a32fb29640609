import { liveSessions, sessionBookings } from "@db/schema";
import { and, desc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { isReferredTo } from "../../core/reference";
import { type Contract, type ContractKind, mostFound, type SoughtContract } from "../../payments/withdrawals/contract";

/** Services on a date of their own: they are cancelled, and no one may withdraw from them. */
export const bookingContracts: ContractKind = {
  isSold: () => Promise.resolve(false),
  async find(db, sought) {
    const rows = await db
      .select({ booking: sessionBookings, title: liveSessions.title })
      .from(sessionBookings)
      .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
      .where(and(isConcluded, isSought(sought)))
      .orderBy(desc(sessionBookings.createdAt), desc(sessionBookings.id))
      .limit(mostFound);
    return rows.map(contractOf);
  },
};

const isConcluded = and(
  inArray(sessionBookings.status, ["confirmed", "completed"]),
  isNull(sessionBookings.archivedAt),
);

function isSought(sought: SoughtContract) {
  if ("id" in sought) return eq(sessionBookings.id, sought.id);
  return or(
    eq(sql`lower(${sessionBookings.attendeeEmail})`, sought.email),
    ...sought.references.map((reference) => isReferredTo(sessionBookings.id, reference)),
  );
}

type BookedContract = { booking: typeof sessionBookings.$inferSelect; title: string };

const contractOf = ({ booking, title }: BookedContract): Contract => ({
  kind: "booking",
  id: booking.id,
  title,
  customer: {
    name: `${booking.attendeeFirstName} ${booking.attendeeLastName}`.trim(),
    email: booking.attendeeEmail,
  },
  madeAt: booking.completedAt ?? booking.createdAt,
  total: { amountMinor: booking.totalMinor, currency: booking.currency },
  status: booking.paymentStatus,
  isExempt: true,
  waiverText: null,
  waiverVersion: null,
  waivedAt: null,
  toldAt: null,
});
