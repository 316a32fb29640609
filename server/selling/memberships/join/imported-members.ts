import type { Queryable, Transaction } from "@db/client";
import { memberships, users } from "@db/schema";
import { eq, sql } from "drizzle-orm";
import type { Context } from "../../../core/context";
import { normalEmail } from "../../../core/email-address";
import { lockAccounts } from "../../../accounts/accounts";
import { lastDayOf } from "../../../catalogue/passes/period";
import { startMembership } from "./add-member";
import { mailMembership } from "../mails/mails";
import { addOutsidePeriod } from "../periods/outside-period";
import type { Interval } from "../periods/periods";

/** A member whom the instructor brings from another system. */
export type ImportedMember = {
  /** The id of the file's row, which names its period for good. */
  formKey: string;
  email: string;
  name: string;
  planId: string;
  interval: Interval;
  /** What they have paid elsewhere; null for someone who starts with a card. */
  paid: { startsAt: Date; endsAt: Date } | null;
};

/** Finds which of these addresses have a live membership. */
export async function findLive(db: Queryable, emails: string[]): Promise<Set<string>> {
  const address = sql<string>`lower(${users.email})`;
  const rows = await db
    .select({ address })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(sql`${memberships.endedAt} is null and ${address} = any(${sql.param(emails)}::text[])`);
  return new Set(rows.map((row) => row.address));
}

/**
 * Adds members with what they have paid elsewhere, or waiting for their first payment by card, and mails each. Those
 * without an account get one without a password. Throws closed, invalid.
 */
export async function insertImportedMembers(tx: Transaction, ctx: Context, imported: ImportedMember[]): Promise<void> {
  const now = ctx.clock.now();
  await tx
    .insert(users)
    .values(imported.map(({ email, name }) => ({ email, fullName: name, createdAt: now })))
    .onConflictDoNothing();
  const accounts = await lockAccounts(
    tx,
    imported.map(({ email }) => email),
  );
  const rowOf = new Map(imported.map((row) => [row.email, row]));
  for (const account of accounts) {
    const row = rowOf.get(normalEmail(account.email));
    if (!row) continue;
    const { planId, interval, paid, formKey } = row;
    const source = paid ? ("outside" as const) : ("stripe" as const);
    const pending = await startMembership(tx, ctx, { account, planId, interval, source });
    if (!paid) {
      await tx.update(memberships).set({ startsWithCard: true }).where(eq(memberships.id, pending.id));
      const text = `Your membership “${pending.title}” starts when you add a card.`;
      await mailMembership(tx, ctx, pending, { about: "waiting", key: formKey, text });
      continue;
    }
    const period = { ...paid, paidMinor: null, formKey };
    const begun = await addOutsidePeriod(tx, ctx, { membership: pending, account }, period);
    const until = lastDayOf(paid.endsAt, ctx.settings.siteTimeZone);
    const text = `Your membership “${begun.title}” is on this site from now on. You have it until ${until}.`;
    await mailMembership(tx, ctx, begun, { about: "begun", key: formKey, text });
  }
}
