import { sql } from "drizzle-orm";
import { check, index, pgEnum, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./columns";

/** Only the instructor moves a request on; it has no effect by itself. */
export const withdrawalStatus = pgEnum("withdrawal_status", ["received", "refunded", "declined"]);

/** What someone typed to withdraw from a contract. */
export const withdrawalRequests = pgTable(
  "withdrawal_requests",
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull(),
    /** What they say they bought, in their words. */
    contract: text().notNull(),
    /** A digest of the form and what was typed in it, so that a repeated post has no effect. */
    digest: text().notNull().unique(),
    status: withdrawalStatus().notNull().default("received"),
    /** When it arrived. */
    createdAt: createdAt(),
    decidedAt: instant(),
    /** The contract that was refunded; kinds of contracts have tables of their own. */
    contractKind: text(),
    contractId: uuid(),
    /** What the customer was told. */
    declineReason: text(),
  },
  (table) => [
    index("withdrawal_requests_email_idx").on(sql`lower(${table.email})`),
    index("withdrawal_requests_created_idx").on(table.createdAt),
    index("withdrawal_requests_open_idx")
      .on(table.createdAt)
      .where(sql`${table.status} = 'received'`),
    check(
      "withdrawal_requests_decided",
      sql`(${table.status} = 'received') = (${table.decidedAt} is null)
        and num_nonnulls(${table.contractKind}, ${table.contractId}) = case ${table.status} when 'refunded' then 2 else 0 end
        and (${table.declineReason} is not null) = (${table.status} = 'declined')`,
    ),
  ],
);
