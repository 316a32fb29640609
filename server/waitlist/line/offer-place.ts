import { recordAudit } from "../../audit/record-audit";
import type { MemberContext } from "../../core/context";
import { offerTo } from "../offer-places";
import { lockInLine } from "./require-in-line";
import { requireOffer } from "./require-offer";

/**
 * Offers a free place to somebody in line by the instructor's hand, whoever else has waited longer. Does nothing for
 * whoever has an offer. Throws not_found; closed where there is no place, or no time left for an offer.
 */
export async function offerPlace(ctx: MemberContext, { id }: { id: string }): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { session, entry } = await lockInLine(tx, id);
    if (entry.status === "offered") return;
    const offerEndsAt = await requireOffer(tx, ctx, session);
    await offerTo(tx, ctx, { waiting: entry, session, offerEndsAt });
    const subject = { subjectType: "waitlist_entry" as const, subjectId: id, details: { sessionId: session.id } };
    await recordAudit(tx, { actorId: ctx.user.id, action: "waitlist_entry.offered", ...subject }, ctx.clock.now());
  });
}
