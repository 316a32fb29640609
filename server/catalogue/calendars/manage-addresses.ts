import { calendarSources } from "@db/schema";
import { and, eq, isNull } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { audit } from "../../core/record-audit";
import { inTransaction } from "../../core/transaction";
import { tryAddress } from "./ask-calendar";
import { refreshSource, testDeadlineMs } from "./busy-times";
import { sealAddress } from "./calendar-secrets";
import { failureOf, sayFailure } from "./failures";
import { recordAnswer } from "./record-answer";
import type { InvitationChoice, NewAddress } from "./schemas";

const maxAddresses = 20;

/** Reads a calendar at a secret address, and keeps the address if there is one. Posting twice adds it once. Throws invalid, closed. */
export async function addAddress(ctx: MemberContext, { name, address, formKey: id }: NewAddress): Promise<void> {
  const askedAt = ctx.clock.now();
  const answer = await tryAddress(ctx, address, AbortSignal.timeout(testDeadlineMs)).catch((error: unknown) => {
    throw new DomainError("invalid", sayFailure(failureOf(error)), { field: "address" });
  });
  await inTransaction(ctx, async (tx) => {
    if ((await tx.$count(calendarSources, isNull(calendarSources.accountId))) >= maxAddresses) {
      throw new DomainError("closed", `There can be up to ${maxAddresses} addresses.`);
    }
    const [added] = await tx
      .insert(calendarSources)
      .values({
        id,
        name,
        host: new URL(address).host,
        createdAt: askedAt,
        sealedAddress: sealAddress(ctx.settings, { id }, address),
      })
      .onConflictDoNothing()
      .returning({ id: calendarSources.id });
    if (added) await audit(tx, ctx, "settings.changed", "calendar", { added: name });
  });
  await recordAnswer(ctx, id, askedAt, answer);
}

/** Asks a calendar now. Throws invalid with the reason if it gives no answer. */
export async function testCalendar(ctx: MemberContext, { id }: { id: string }): Promise<void> {
  const failure = await refreshSource(ctx, id);
  if (failure) throw new DomainError("invalid", sayFailure(failure));
}

/**
 * Chooses whether invitations take times away that their owner has neither accepted nor declined, and asks the calendar
 * anew. Throws not_found.
 */
export async function chooseInvitations(ctx: MemberContext, { id, countsOpen }: InvitationChoice): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [source] = await tx
      .update(calendarSources)
      // An answer that nothing has changed would be about the earlier choice.
      .set({ countsOpen, etag: null, lastModified: null })
      .where(eq(calendarSources.id, id))
      .returning();
    if (!source) throw new DomainError("not_found", "This calendar is no longer there.");
    const details = { calendar: source.name, openInvitations: countsOpen ? "count" : "left out" };
    await audit(tx, ctx, "settings.changed", "calendar", details);
  });
  await refreshSource(ctx, id);
}

/** Forgets an address and what was read there. Repeating it changes nothing. */
export async function removeAddress(ctx: MemberContext, { id }: { id: string }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [removed] = await tx
      .delete(calendarSources)
      .where(and(eq(calendarSources.id, id), isNull(calendarSources.accountId)))
      .returning();
    if (removed) await audit(tx, ctx, "settings.changed", "calendar", { removed: removed.name });
  });
}
