import { inTransaction } from "../core/transaction";
import { eq } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { liveSessions, sessionBookings, sessionWaitlist } from "@db/schema";
import { audit } from "../audit/record-audit";
import { lockSession } from "../schedule/find-session";
import { DomainError } from "../core/errors";
import type { MemberContext } from "../core/context";
import { isOpenEntryOf } from "../waitlist/entries";
import { discardImage } from "../media/media-files";

/** Throws not_found, busy, closed (was ever booked or has a waitlist: cancel it instead). */
export async function deleteSession(ctx: MemberContext, { id }: { id: string }): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(
    ctx,
    async (tx) => {
      const session = await lockSession(tx, id);
      if (!(await isDeletable(tx, id))) {
        throw new DomainError(
          "closed",
          "Somebody has booked this session or waits for it. It can be cancelled instead.",
        );
      }
      // Closed entries.
      await tx.delete(sessionWaitlist).where(eq(sessionWaitlist.sessionId, id));
      await tx.delete(liveSessions).where(eq(liveSessions.id, id));
      await discardImage(tx, now, session.thumbnailUrl);
      await audit(tx, ctx, "session.deleted", id, { title: session.title });
    },
    "Failed to delete session",
  );
}

/** Cancelled bookings count, too. */
export async function isDeletable(db: Queryable, sessionId: string): Promise<boolean> {
  const bookings = await db.$count(sessionBookings, eq(sessionBookings.sessionId, sessionId));
  return bookings === 0 && (await db.$count(sessionWaitlist, isOpenEntryOf(sessionId))) === 0;
}
