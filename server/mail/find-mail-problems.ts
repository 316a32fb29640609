import { and, eq, gt, inArray, isNotNull, isNull, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Queryable } from "@db/client";
import { outboxEmails } from "@db/schema";
import { normalEmail } from "../core/email-address";
import { isUnarrived, mailStatus, statusColumns } from "./mail-status";
import { describeProblem } from "./mail-problem";

/** A mail that did not arrive, as it stands beside a booking: "Mail to … bounced: …". */
export type AddressProblem = { mailId: string; text: string };

/**
 * Finds the newest mail that did not arrive for each of the addresses (in lower case), unless the instructor has dealt
 * with it or a later mail to the address was delivered. One query.
 */
export async function findMailProblems(db: Queryable, addresses: string[]): Promise<Map<string, AddressProblem>> {
  if (addresses.length === 0) return new Map();
  const later = alias(outboxEmails, "later");
  const isDeliveredLater = db
    .select({ id: later.id })
    .from(later)
    .where(
      and(
        eq(sql`lower(${later.recipient})`, sql`lower(${outboxEmails.recipient})`),
        gt(later.createdAt, outboxEmails.createdAt),
        isNotNull(later.deliveredAt),
        isNull(later.bouncedAt),
      ),
    );
  const rows = await db
    .selectDistinctOn([sql`lower(${outboxEmails.recipient})`], {
      id: outboxEmails.id,
      recipient: outboxEmails.recipient,
      bounceReason: outboxEmails.bounceReason,
      ...statusColumns,
    })
    .from(outboxEmails)
    .where(
      and(
        inArray(sql`lower(${outboxEmails.recipient})`, addresses.map(normalEmail)),
        isUnarrived(),
        isNull(outboxEmails.dismissedAt),
        notExists(isDeliveredLater),
      ),
    )
    .orderBy(sql`lower(${outboxEmails.recipient})`, sql`${outboxEmails.createdAt} desc`);
  return new Map(
    rows.map((row) => [
      normalEmail(row.recipient),
      { mailId: row.id, text: describeProblem(mailStatus(row), row)?.title ?? "" },
    ]),
  );
}
