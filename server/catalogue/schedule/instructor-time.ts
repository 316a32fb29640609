import type { Transaction } from "@db/client";
import { type LiveSession, liveSessions, oneToOneRequests } from "@db/schema";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Services } from "../../core/services";
import { countPlacesOf } from "./places";

/** Locks the instructor's time, after sessions and before accounts, so that those who plan queue. Throws busy. */
export async function lockInstructor(tx: Transaction): Promise<void> {
  await tx.execute(sql`select lock_instructor()`);
}

/** Frees the time of a locked one-to-one session that no one has booked or asked for any longer. */
export async function freeSlot(tx: Transaction, { clock }: Pick<Services, "clock">, session: LiveSession) {
  if (session.offerId === null || (await countPlacesOf(tx, session.id)).taken > 0) return;
  const isAskedFor = and(
    eq(oneToOneRequests.sessionId, session.id),
    inArray(oneToOneRequests.status, ["asked", "approved"]),
  );
  if ((await tx.$count(oneToOneRequests, isAskedFor)) > 0) return;
  await tx
    .update(liveSessions)
    .set({ slotFreedAt: clock.now() })
    .where(and(eq(liveSessions.id, session.id), isNull(liveSessions.slotFreedAt)));
}

/** Takes the time of a locked one-to-one session again that was freed. Returns whether no other session holds it. */
export async function retakeSlot(tx: Transaction, { id, offerId, slotFreedAt }: LiveSession): Promise<boolean> {
  if (offerId === null || slotFreedAt === null) return true;
  await lockInstructor(tx);
  const wanted = sql`(select tstzrange(start_time - buffer_before_minutes * interval '1 minute',
    start_time + (duration_minutes + buffer_after_minutes) * interval '1 minute') from live_sessions where id = ${id})`;
  const held = sql`coalesce(blocked, tstzrange(start_time, start_time + duration_minutes * interval '1 minute'))`;
  const { rows } = await tx.execute<{ isTaken: boolean }>(sql`select exists (select from live_sessions
    where id <> ${id} and cancelled_at is null and slot_freed_at is null and (offer_id is not null or is_published)
      and ${held} && ${wanted}) as "isTaken"`);
  if (rows[0]?.isTaken !== false) return false;
  await tx.update(liveSessions).set({ slotFreedAt: null }).where(eq(liveSessions.id, id));
  return true;
}
