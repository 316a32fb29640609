import { randomUUID } from "node:crypto";
import { availabilityOf, countPlacesOf, isJoinable } from "../schedule/places";
import { requireSession } from "../schedule/require-session";
import { readSiteSettings } from "../core/site-settings";
import type { Context } from "../core/context";
import { contactOfMember } from "../accounts/contact";
import { outlookOf } from "./offer-end";

/** What "Join Waitlist" shows and carries: what is known of a member, and a one-time key. Throws not_found. */
export async function getWaitlistForm(ctx: Context, { sessionId }: { sessionId: string }) {
  const session = await requireSession(ctx.db, sessionId);
  const availability = availabilityOf(session, await countPlacesOf(ctx.db, sessionId), ctx.clock.now());
  const site = await readSiteSettings(ctx);
  return {
    title: session.title,
    isJoinable: isJoinable(site, availability),
    /** Whether a place that becomes free now is offered to nobody, but public. */
    isTooLate: outlookOf(ctx, session, site) === "none",
    contact: ctx.user && contactOfMember(ctx.user),
    formKey: randomUUID(),
  };
}
