import { and, desc, eq, gt, inArray, or } from "drizzle-orm";
import { type Booking, type LiveSession, liveSessions, sessionBookings } from "@db/schema";
import type { Context } from "../core/context";

/**
 * The newest unpaid hold for this session of whoever asks: of a member by her account, of this browser by what its
 * signed cookie remembers. Never by an e-mail address that somebody typed.
 */
export async function findPending(
  ctx: Context,
  { sessionId }: { sessionId: string },
): Promise<{ booking: Booking; session: LiveSession } | null> {
  const { user, visitor } = ctx;
  const isMine = or(
    visitor.heldBookings.length > 0 ? inArray(sessionBookings.id, visitor.heldBookings) : undefined,
    user ? eq(sessionBookings.userId, user.id) : undefined,
  );
  if (!isMine) return null;
  const [found] = await ctx.db
    .select({ booking: sessionBookings, session: liveSessions })
    .from(sessionBookings)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(
      and(
        eq(sessionBookings.sessionId, sessionId),
        eq(sessionBookings.status, "pending"),
        gt(sessionBookings.holdUntil, ctx.clock.now()),
        isMine,
      ),
    )
    .orderBy(desc(sessionBookings.createdAt))
    .limit(1);
  return found ?? null;
}
