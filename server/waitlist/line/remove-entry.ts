import { recordAudit } from "../../audit/record-audit";
import type { MemberContext } from "../../core/context";
import { moveEntry } from "../entries";
import { offerPlaces } from "../offer-places";
import { lockInLine } from "./require-in-line";

/** Takes somebody out of the line for good; a place that she was offered goes to the next. Throws not_found. */
export async function removeEntry(ctx: MemberContext, { id }: { id: string }): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const { session, entry } = await lockInLine(tx, id);
    await moveEntry(tx, entry, "removed", { endedAt: now });
    await offerPlaces(tx, ctx, session);
    const subject = { subjectType: "waitlist_entry" as const, subjectId: id, details: { sessionId: session.id } };
    await recordAudit(tx, { actorId: ctx.user.id, action: "waitlist_entry.removed", ...subject }, now);
  });
}
