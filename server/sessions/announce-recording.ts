import type { Transaction } from "@db/client";
import type { LiveSession } from "@db/schema";
import { endOf } from "../schedule/session-event";
import { enqueueMail } from "../mail/enqueue-mail";
import type { Services } from "../core/services";
import { attendeeFacts, listBooked } from "../bookings/attendee-letters";

/**
 * To be called once a session's recording is there: everybody who was booked is led to the page of the booking, which
 * has it. Once for each booking, however often the recording is replaced; nobody before the session is over.
 */
export async function announceRecording(tx: Transaction, services: Services, session: LiveSession): Promise<void> {
  const { settings, clock } = services;
  if (!session.recordingUrl || session.cancelledAt || endOf(session) > clock.now()) return;
  for (const booking of await listBooked(tx, session.id)) {
    await enqueueMail(tx, {
      template: "recording-available",
      to: booking.attendeeEmail,
      dedupeKey: `recording-available:${booking.id}`,
      replyTo: settings.adminEmail,
      isAnnouncement: true,
      props: attendeeFacts(settings, booking, session),
    });
  }
}
