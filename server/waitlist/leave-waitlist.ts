import type { Context } from "../core/context";
import { lockEntry, moveEntry, requireEntry, type EntryRef } from "./entries";
import { offerPlaces } from "./offer-places";
import { refuseAnswer } from "./refuse-answer";

/**
 * Leaves the line for good; a place that was on offer goes to the next. Nothing happens to whoever is off the list
 * already. Throws not_found, closed (the place was taken: a booking is not left but cancelled).
 */
export async function leaveWaitlist(ctx: Context, ref: EntryRef): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { session, entry } = await lockEntry(tx, await requireEntry(tx, ref));
    if (entry.status === "accepted") throw refuseAnswer(entry.status);
    if (entry.status !== "waiting" && entry.status !== "offered") return;
    await moveEntry(tx, entry, "left", { endedAt: ctx.clock.now() });
    await offerPlaces(tx, ctx, session);
  });
}
