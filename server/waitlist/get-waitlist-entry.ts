import { one } from "@db/one";
import { eq } from "drizzle-orm";
import { type LiveSession, liveSessions } from "@db/schema";
import { confirmationPath } from "../core/paths";
import { type DisplayedStart, displayStart, formatDuration, placeLabel } from "../core/dates";
import { isOpen } from "../schedule/places";
import { readSiteSettings } from "../core/site-settings";
import type { Context } from "../core/context";
import { bookingIdOf, type Entry, type EntryRef, placeInLine, requireEntry } from "./entries";
import { heldUntil, type Outlook, outlookOf } from "./offer-end";

/** `over`: the session began or was unpublished meanwhile. */
type EntryState =
  | { state: "waiting"; place: number; outlook: Outlook }
  | { state: "offered"; until: DisplayedStart }
  | { state: "accepted"; bookingPath: string }
  | { state: "declined" | "expired" | "left" | "removed" | "closed" | "over" };

export type WaitlistEntry = Awaited<ReturnType<typeof getWaitlistEntry>>;

export async function getWaitlistEntry(ctx: Context, ref: EntryRef) {
  const entry = await requireEntry(ctx.db, ref);
  const rows = await ctx.db.select().from(liveSessions).where(eq(liveSessions.id, entry.sessionId));
  const session = one(rows, "session");
  return {
    id: entry.id,
    ...(await stateOf(ctx, entry, session)),
    firstName: entry.firstName,
    lastName: entry.lastName,
    email: entry.email,
    quantity: entry.quantity,
    session: {
      id: session.id,
      title: session.title,
      isOnline: session.locationType === "online",
      isCancelled: session.cancelledAt !== null,
      isOpen: isOpen(session, ctx.clock.now()),
    },
    startsAt: displayStart(session, ctx),
    duration: formatDuration(session.durationMinutes),
    where: placeLabel(session),
  };
}

async function stateOf(ctx: Context, entry: Entry, session: LiveSession): Promise<EntryState> {
  if (entry.status === "accepted") return { state: "accepted", bookingPath: confirmationPath(bookingIdOf(entry)) };
  if (entry.status !== "waiting" && entry.status !== "offered") return { state: entry.status };
  if (session.cancelledAt) return { state: "closed" };
  if (!session.isPublished || session.startTime <= ctx.clock.now()) return { state: "over" };
  if (entry.status === "waiting") {
    const outlook = outlookOf(ctx, session, await readSiteSettings(ctx));
    return { state: "waiting", place: await placeInLine(ctx.db, entry), outlook };
  }
  const end = heldUntil(entry, session);
  const until = displayStart({ startTime: end, locationType: "online" }, ctx);
  return { state: "offered", until };
}
