import { randomUUID } from "node:crypto";
import { contactOfMember } from "../bookings/contact-of";
import { availabilityOf, countPlacesOf } from "../schedule/places";
import { requireSession } from "../schedule/require-session";
import { readSiteSettings } from "../site/site-settings";
import type { Context } from "../trpc/context";
import { isJoinable } from "./is-joinable";
import { outlookOf } from "./outlook";

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
