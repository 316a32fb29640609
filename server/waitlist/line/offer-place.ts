import { recordAudit } from "../../audit/record-audit";
import { countPlacesOf, freePlaces } from "../../bookings/places";
import { DomainError } from "../../errors";
import { readSiteSettings } from "../../site/site-settings";
import type { MemberContext } from "../../trpc/context";
import { endOfOffer, offerTo } from "../offer-places";
import { lockInLine } from "./require-in-line";

/**
 * Offers a free place to somebody in line by the instructor's hand, whoever else has waited longer. Does nothing for
 * whoever has an offer. Throws not_found; closed where there is no place, or no time left for an offer.
 */
export async function offerPlace(ctx: MemberContext, { id }: { id: string }): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { session, entry } = await lockInLine(tx, id);
    if (entry.status === "offered") return;
    if (freePlaces(session, await countPlacesOf(tx, session.id)) === 0) {
      throw new DomainError("closed", "No place is free right now.");
    }
    const { offerHours } = await readSiteSettings({ db: tx, settings: ctx.settings });
    const offerEndsAt = endOfOffer(ctx, session, offerHours);
    if (!session.isPublished || session.cancelledAt || !offerEndsAt) {
      throw new DomainError("closed", "It is too late to offer a place in this session.");
    }
    await offerTo(tx, ctx, { waiting: entry, session, offerEndsAt });
    const subject = { subjectType: "waitlist_entry" as const, subjectId: id, details: { sessionId: session.id } };
    await recordAudit(tx, { actorId: ctx.user.id, action: "waitlist_entry.offered", ...subject }, ctx.clock.now());
  });
}
