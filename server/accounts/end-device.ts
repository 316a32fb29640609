import { and, eq } from "drizzle-orm";
import { userSessions } from "@db/schema";
import { DomainError } from "../errors";
import { logSecurityEvent } from "../security-log";
import type { MemberContext } from "../trpc/context";

/** Signs one of the member's devices out; this one too. Throws not_found, also for a device of others. */
export async function endDevice(ctx: MemberContext, { id }: { id: string }): Promise<void> {
  const { db, session, user } = ctx;
  const [ended] = await db
    .delete(userSessions)
    .where(and(eq(userSessions.id, id), eq(userSessions.userId, user.id)))
    .returning({ id: userSessions.id });
  if (!ended) throw new DomainError("not_found", "This device is signed out already.");
  logSecurityEvent(ctx, "devices_signed_out", { userId: user.id, reason: "one" });
  if (ended.id === session.current?.id) await session.close();
}
