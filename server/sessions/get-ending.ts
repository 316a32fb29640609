import { and, eq, inArray } from "drizzle-orm";
import { sessionBookings, sessionWaitlist } from "@db/schema";
import { endOf } from "../schedule/session-event";
import type { Context } from "../core/context";
import { isOpenEntryOf } from "../waitlist/entries";
import { displayStart, dateOf } from "../core/dates";
import { isDeletable } from "./delete-session";
import { findSession } from "../schedule/find-session";
import { expectedRefunds, readSessionMoney } from "./read-session-money";

/** Returns whether a session can be deleted or cancelled, and whom that affects. Throws not_found. */
export async function getEnding(ctx: Context, { id }: { id: string }) {
  const session = await findSession(ctx.db, id);
  const [canDelete, booked, paying, waiting, money] = await Promise.all([
    isDeletable(ctx.db, id),
    ctx.db.$count(sessionBookings, isOf(id, ["confirmed", "completed"])),
    ctx.db.$count(sessionBookings, isOf(id, ["pending"])),
    ctx.db.$count(sessionWaitlist, isOpenEntryOf(id)),
    readSessionMoney(ctx.db, id),
  ]);
  const isOver = endOf(session) <= ctx.clock.now();
  const isEnded = session.cancelledAt !== null || isOver;
  const way = canDelete ? ("delete" as const) : isEnded ? ("none" as const) : ("cancel" as const);
  return {
    id,
    title: session.title,
    date: dateOf(displayStart(session, ctx)),
    way,
    isCancelled: session.cancelledAt !== null,
    booked,
    paying,
    waiting,
    refund: expectedRefunds(money),
  };
}

const isOf = (sessionId: string, statuses: ("pending" | "confirmed" | "completed")[]) =>
  and(eq(sessionBookings.sessionId, sessionId), inArray(sessionBookings.status, statuses));
