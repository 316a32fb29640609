import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { type Booking, type LiveSession, liveSessions } from "@db/schema";
import { eq, sql } from "drizzle-orm";
import { audit } from "../../core/record-audit";
import { cancellationOf } from "../../selling/bookings/cancellation";
import { attendeeFacts, listBooked } from "../../selling/bookings/mails/mail-booking";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { refuseOutdated, versionOf } from "../../core/forms";
import type { Services } from "../../core/services";
import { readSiteSettings, type SiteSettings } from "../../core/site-settings";
import { inTransaction } from "../../core/transaction";
import { enqueueMail } from "../../platform/mail/outbox";
import { discardImage } from "../../platform/media/media-files";
import { lockSession } from "../../catalogue/schedule/find-session";
import { countPlacesOf } from "../../catalogue/schedule/places";
import { queueStandingPlaces } from "../../selling/memberships/periods/queue-standing-places";
import { writeRates } from "../../platform/money/price-rows";
import { priceFields } from "../../platform/money/price-schemas";
import { readPricing } from "../../catalogue/schedule/price-rates";
import { calendarAttachment, endOf } from "../../catalogue/schedule/session-event";
import { sessionFacts } from "../../catalogue/schedule/session-facts";
import { joinUrlFor } from "../../catalogue/schedule/join-links";
import { offerPlaces } from "../../selling/waitlist/offers";
import type { AttachedRecording, EditedSession } from "./schemas";
import { notePaidPrices, noteUnusualPrice } from "./price-notes";
import { refuseOverlap } from "./refuse-overlap";
import { changeOf, type ChangePreview, type SessionEdit, isTold, previewChange } from "./session-change";
import { changedFields, formStateOf, type SessionField, sessionValues, type SessionValues } from "./session-values";

/** `preview`: a new time or place that people will be told of, or a price to check, to be confirmed first; nothing is saved yet. */
type EditOutcome = { outcome: "saved"; isMovedIntoPast: boolean } | ({ outcome: "preview" } & ChangePreview);

/** Saves a session, mails attendees and offers new places. Throws not_found, changed_meanwhile, invalid, busy. */
export async function editSession(
  ctx: MemberContext,
  { id, version, agreedChange, ...form }: EditedSession,
): Promise<EditOutcome> {
  return inTransaction(
    ctx,
    async (tx) => {
      const before = await lockSession(tx, id);
      const rates = (await readPricing(tx, before)).priceRates;
      const { values, rates: wanted } = await sessionValues(tx, ctx, form, { session: before, rates });
      const after = { ...before, ...values };
      refuseOutdated({ now: formStateOf(before, rates), wanted: formStateOf(after, wanted), version });
      const changed = changedFields({ session: before, rates }, { session: values, rates: wanted });
      const isMovedIntoPast = changed.includes("startsAt") && values.startTime <= ctx.clock.now();
      const saved = { outcome: "saved" as const, isMovedIntoPast };
      if (changed.length === 0) return saved;
      if (changed.includes("maxAttendees")) await refuseTooFew(tx, id, values.maxAttendees);
      const isPriceNew = changed.some(
        (field) => field in priceFields || field === "price" || field === "priceCurrency",
      );
      const notes = isPriceNew ? [...(await noteUnusualPrice(tx, after)), ...(await notePaidPrices(tx, after))] : [];
      const preview = await previewChange(tx, ctx, { before, after }, notes);
      if (preview && preview.key !== agreedChange) return { outcome: "preview" as const, ...preview };
      await saveSession(tx, ctx, before, { values, changed, replaced: versionOf(formStateOf(before, rates)) });
      await writeRates(tx, { sessionId: id }, wanted);
      return saved;
    },
    "Failed to save session",
  );
}

/** `replaced` is the version of the form that shows what this edit has changed. */
type AuditedEdit = { version: number; changed: SessionField[]; replaced: string };
type Edit = Omit<AuditedEdit, "version"> & { values: SessionValues };

async function saveSession(tx: Transaction, ctx: MemberContext, before: LiveSession, { values, ...edit }: Edit) {
  const now = ctx.clock.now();
  const version = before.version + 1;
  if (edit.changed.some((field) => timeFields.has(field))) await refuseOverlap(tx, ctx, [{ ...before, ...values }]);
  const written = one(
    await tx
      .update(liveSessions)
      .set({ ...values, version })
      .where(eq(liveSessions.id, before.id))
      .returning(),
    "session",
  );
  const after = await announceChange(tx, ctx, { before, after: written });
  if (after.seriesId && edit.changed.includes("isPublished")) await queueStandingPlaces(tx);
  await offerPlaces(tx, ctx, after);
  if (edit.changed.includes("image")) await discardImage(tx, now, before.thumbnailUrl);
  await auditEdit(tx, ctx, before, { version, ...edit });
}

/** What decides when a session takes the instructor's time. */
const timeFields: ReadonlySet<SessionField> = new Set(["startsAt", "durationMinutes", "isPublished"]);

const auditEdit = (tx: Transaction, ctx: MemberContext, before: LiveSession, edit: AuditedEdit) =>
  audit(tx, ctx, "session.edited", before.id, edit);

/** Throws invalid if more places are taken. The session must be locked. */
async function refuseTooFew(tx: Transaction, sessionId: string, maxAttendees: number | null): Promise<void> {
  const { taken } = await countPlacesOf(tx, sessionId);
  if (maxAttendees === null || maxAttendees >= taken) return;
  const places = taken === 1 ? "1 place is" : `${taken} places are`;
  const message = `${places} already taken, so there can’t be fewer.`;
  throw new DomainError("invalid", message, { field: "maxAttendees" });
}

type Change = { isTimeNew: boolean; isPlaceNew: boolean };

/**
 * Mails a change to those who are booked. `before` and `after` are from the same transaction, which has locked the
 * session.
 */
export async function announceChange(tx: Transaction, services: Services, edited: SessionEdit): Promise<LiveSession> {
  const { before, after } = edited;
  const { isTimeNew, isPlaceNew, isLinkNew } = changeOf(edited);
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
  if (isTold(session, now)) {
    await mailAttendees(tx, services, { before, after: session }, { isTimeNew, isPlaceNew });
  }
  return session;
}

async function mailAttendees(tx: Transaction, services: Services, edited: SessionEdit, change: Change): Promise<void> {
  const site = await readSiteSettings({ db: tx, settings: services.settings });
  for (const booking of await listBooked(tx, edited.after.id)) {
    await mailChange(tx, services, { ...edited, ...change, booking, site });
  }
}

type MailedChange = SessionEdit & Change & { booking: Booking; site: SiteSettings };

async function mailChange(tx: Transaction, services: Services, mailed: MailedChange): Promise<void> {
  const { before, after: session, booking, site } = mailed;
  const { settings, clock } = services;
  const formerly = sessionFacts(before, settings, booking.timeZone);
  const { date, time, zone, duration } = formerly.when;
  await enqueueMail(tx, {
    template: "session-changed",
    to: booking.attendeeEmail,
    dedupeKey: `session-changed:${booking.id}:${session.id}:${session.calendarSequence}`,
    replyTo: settings.adminEmail,
    attachments: [await calendarAttachment(tx, services, { booking, session })],
    props: {
      ...attendeeFacts(settings, booking, session),
      quantity: booking.quantity,
      before: {
        when: mailed.isTimeNew ? `${date}, ${time} ${zone}, ${duration}` : null,
        where: mailed.isPlaceNew ? formerly.where : null,
      },
      isOnline: session.locationType === "online",
      joinUrl: joinUrlFor({ booking, session }, settings),
      mayCancel: cancellationOf({ booking, session, site, now: clock.now() }).kind === "allowed",
    },
  });
}

/** Mails each attendee once, and never before the session is over. Call it when a recording becomes available. */
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

/**
 * Sets the address of the recording; with `tell`, each attendee is mailed once. Throws not_found, changed_meanwhile,
 * invalid (nothing to announce).
 */
export async function attachRecording(
  ctx: MemberContext,
  { id, tell, version, ...recording }: AttachedRecording,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const before = await lockSession(tx, id);
    const values = { recordingUrl: recording.recordingUrl || null, isRecordingPublic: recording.isRecordingPublic };
    if (tell) refuseTooEarly(ctx, before, values.recordingUrl);
    refuseOutdated({ now: recordingOf(before), wanted: values, version });
    const after = await saveRecording(tx, ctx, before, { ...before, ...values });
    if (tell) await announceRecording(tx, ctx, after);
  });
}

export const recordingOf = ({ recordingUrl, isRecordingPublic }: LiveSession) => ({ recordingUrl, isRecordingPublic });

function refuseTooEarly({ clock }: MemberContext, session: LiveSession, recordingUrl: string | null): void {
  const refusal = (message: string) => new DomainError("invalid", message, { field: "recordingUrl" });
  if (!recordingUrl) throw refusal("Enter the recording link before you tell anyone.");
  if (session.cancelledAt || endOf(session) > clock.now()) {
    throw refusal("The session is not over yet. Save the recording now and tell the attendees later.");
  }
}

async function saveRecording(tx: Transaction, ctx: MemberContext, before: LiveSession, wanted: LiveSession) {
  const { priceRates: rates } = await readPricing(tx, before);
  const changed = changedFields({ session: before, rates }, { session: wanted, rates });
  if (changed.length === 0) return before;
  const { recordingUrl, isRecordingPublic } = wanted;
  const version = before.version + 1;
  const after = one(
    await tx
      .update(liveSessions)
      .set({ recordingUrl, isRecordingPublic, version })
      .where(eq(liveSessions.id, before.id))
      .returning(),
    "session",
  );
  await auditEdit(tx, ctx, before, { version, changed, replaced: versionOf(formStateOf(before, rates)) });
  return after;
}
