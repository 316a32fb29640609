import { eq, sql } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { type Booking, type LiveSession, liveSessions } from "@db/schema";
import { one } from "@db/one";
import { cancellationOf } from "../bookings/cancellation";
import { joinLinkFor } from "../schedule/join-link";
import { calendarAttachment } from "../schedule/session-event";
import { enqueueMail } from "../mail/enqueue-mail";
import type { Services } from "../core/services";
import { readSiteSettings, type SiteSettings } from "../core/site-settings";
import { attendeeFacts, listBooked } from "../bookings/attendee-letters";
import { sessionFacts, whereLines } from "../schedule/session-facts";

/** A session as its row was, and as the same transaction, which has locked it, has just written it. */
type Edited = { before: LiveSession; after: LiveSession };
type Change = { isTimeNew: boolean; isPlaceNew: boolean };

/**
 * To be called by whatever edits a session: where time, place or joining link changed, calendars learn of it and
 * everybody booked is told, with an updated calendar file. After a change of time or place they may cancel until the
 * start. Nobody is written to about a session that has begun or is cancelled. Answers the session as it is now.
 */
export async function announceChange(tx: Transaction, services: Services, edited: Edited): Promise<LiveSession> {
  const { before, after } = edited;
  const isTimeNew =
    before.startTime.getTime() !== after.startTime.getTime() || before.durationMinutes !== after.durationMinutes;
  const isPlaceNew = whereLines(before).join("\n") !== whereLines(after).join("\n");
  const isLinkNew = after.locationType === "online" && after.zoomLink !== null && before.zoomLink !== after.zoomLink;
  if (!isTimeNew && !isPlaceNew && !isLinkNew) return after;
  const now = services.clock.now();
  const session = one(
    await tx
      .update(liveSessions)
      .set({
        calendarSequence: sql`${liveSessions.calendarSequence} + 1`,
        ...((isTimeNew || isPlaceNew) && { rescheduledAt: now }),
      })
      .where(eq(liveSessions.id, after.id))
      .returning(),
    "session",
  );
  if (session.cancelledAt === null && session.startTime > now) {
    await tellEverybody(tx, services, { before, after: session }, { isTimeNew, isPlaceNew });
  }
  return session;
}

async function tellEverybody(tx: Transaction, services: Services, edited: Edited, change: Change): Promise<void> {
  const site = await readSiteSettings({ db: tx, settings: services.settings });
  for (const booking of await listBooked(tx, edited.after.id)) {
    await mailChange(tx, services, { ...edited, ...change, booking, site });
  }
}

type Told = Edited & Change & { booking: Booking; site: SiteSettings };

async function mailChange(tx: Transaction, services: Services, told: Told): Promise<void> {
  const { before, after: session, booking, site } = told;
  const { settings, clock } = services;
  const formerly = sessionFacts(before, settings, booking.timeZone);
  const { date, time, zone, duration } = formerly.when;
  await enqueueMail(tx, {
    template: "session-changed",
    to: booking.attendeeEmail,
    dedupeKey: `session-changed:${booking.id}:${session.calendarSequence}`,
    replyTo: settings.adminEmail,
    attachments: [await calendarAttachment(tx, services, { booking, session })],
    props: {
      ...attendeeFacts(settings, booking, session),
      before: {
        when: told.isTimeNew ? `${date}, ${time} ${zone}, ${duration}` : null,
        where: told.isPlaceNew ? formerly.where : null,
      },
      isOnline: session.locationType === "online",
      joinUrl: joinLinkFor({ booking, session }),
      mayCancel: cancellationOf({ booking, session, site, now: clock.now() }).kind === "allowed",
    },
  });
}
