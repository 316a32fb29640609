import type { Context } from "../core/context";
import { lockEntry, moveEntry, requireEntry, type EntryRef } from "./entries";
import { offerPlaces } from "./offer-places";
import { refuseAnswer } from "./refuse-answer";

/**
 * "No thanks": gives the offered place to the next in line, and the entry's place in the line with it. Nothing happens
 * the second time. Throws not_found, closed (there is no offer, or not any more).
 */
export async function declineOffer(ctx: Context, ref: EntryRef): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { session, entry } = await lockEntry(tx, await requireEntry(tx, ref));
    if (entry.status === "declined") return;
    if (entry.status !== "offered") throw refuseAnswer(entry.status);
    await moveEntry(tx, entry, "declined", { endedAt: ctx.clock.now() });
    await offerPlaces(tx, ctx, session);
  });
}
