import { and, eq, lt } from "drizzle-orm";
import { DateTime } from "luxon";
import { sessionWaitlist } from "@db/schema";
import { DomainError } from "../../core/errors";
import { findSession } from "../../schedule/find-session";
import type { Context } from "../../core/context";
import { shownEmail } from "../../core/email-address";
import { requireInLine } from "./require-in-line";
import { requireOffer } from "./require-offer";

/**
 * What happens when somebody in line is offered a place now. Throws not_found; closed where she has an offer, where no
 * place is free, or where there is no time left for an offer.
 */
export async function previewOffer(ctx: Context, { id }: { id: string }) {
  const entry = await requireInLine(ctx.db, id);
  if (entry.status === "offered") throw new DomainError("closed", "A place is on offer to her already.");
  const session = await findSession(ctx.db, entry.sessionId);
  const isBefore = and(
    eq(sessionWaitlist.sessionId, session.id),
    eq(sessionWaitlist.status, "waiting"),
    lt(sessionWaitlist.queueNumber, entry.queueNumber),
  );
  const [offerEndsAt, countBefore] = await Promise.all([
    requireOffer(ctx.db, ctx, session),
    ctx.db.$count(sessionWaitlist, isBefore),
  ]);
  const until = DateTime.fromJSDate(offerEndsAt, { zone: ctx.visitor.timeZone }).setLocale("en-US");
  return {
    sessionId: session.id,
    title: session.title,
    name: `${entry.firstName} ${entry.lastName}`.trim(),
    email: shownEmail(entry.email),
    /** How many have waited longer. */
    countBefore,
    /** Until when the place is held for her, in the visitor's zone. */
    offeredUntil: until.toFormat("LLL d, h:mm a"),
  };
}
