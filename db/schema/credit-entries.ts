import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, index, integer, pgEnum, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bookingTickets } from "./bookings";
import { createdAt, id } from "./columns";
import { membershipPeriods } from "./memberships";
import { passes } from "./passes";

export const creditKind = pgEnum("credit_kind", ["granted", "taken", "returned", "expired", "adjusted", "refunded"]);

/** What came onto a pass and left it; never changed. The balance is the sum, which a trigger keeps from falling below 0. */
export const creditEntries = pgTable(
  "credit_entries",
  {
    id: id(),
    passId: uuid()
      .notNull()
      .references(() => passes.id, { onDelete: "restrict" }),
    kind: creditKind().notNull(),
    amount: integer().notNull(),
    /** The ticket that it paid for. */
    ticketId: uuid().references(() => bookingTickets.id, { onDelete: "restrict" }),
    /** How many times its ticket has taken, with this one: again only once the time before was returned. */
    turn: integer().notNull().default(1),
    /** The entry whose credits came back. */
    takenId: uuid().references((): AnyPgColumn => creditEntries.id, { onDelete: "restrict" }),
    /** The month of a membership's period for which it was granted, counted from 0: once for each. */
    periodId: uuid().references(() => membershipPeriods.id, { onDelete: "restrict" }),
    month: integer(),
    /** Why it was adjusted. */
    reason: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index("credit_entries_pass_idx").on(table.passId, table.createdAt),
    uniqueIndex("credit_entries_taken_once")
      .on(table.ticketId, table.turn)
      .where(sql`${table.kind} = 'taken'`),
    uniqueIndex("credit_entries_returned_once")
      .on(table.takenId)
      .where(sql`${table.kind} = 'returned'`),
    uniqueIndex("credit_entries_granted_once")
      .on(table.periodId, table.month)
      .where(sql`${table.kind} = 'granted'`),
    check("credit_entries_month", sql`(${table.periodId} is null) = (${table.month} is null)`),
    check(
      "credit_entries_sign",
      sql`case when ${table.kind} in ('granted', 'returned') then ${table.amount} > 0
        when ${table.kind} = 'adjusted' then ${table.amount} <> 0 else ${table.amount} < 0 end`,
    ),
    check("credit_entries_ticket", sql`(${table.kind} = 'taken') = (${table.ticketId} is not null)`),
    check("credit_entries_taken", sql`(${table.kind} = 'returned') = (${table.takenId} is not null)`),
    check("credit_entries_reason", sql`(${table.kind} = 'adjusted') = (${table.reason} is not null)`),
  ],
);

export type CreditEntry = typeof creditEntries.$inferSelect;
